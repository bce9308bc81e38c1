// Copyright: (c) 2026, Groundwork for Kafka contributors
// GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;

/** Tell a broker's settings as Kafka defines them: `java -cp 'LIBS/*' BrokerKeys.java`; name, type, limits, whether deprecated. */
public class BrokerKeys {
    private static final Pattern DEPRECATED =
            Pattern.compile("^\\W*deprecated\\b|\\bthis config(uration)? (is|has been) deprecated\\b", Pattern.CASE_INSENSITIVE);

    public static void main(String[] arguments) throws Exception {
        ConfigDef settings = (ConfigDef) Class.forName("kafka.server.KafkaConfig").getMethod("configDef").invoke(null);
        for (ConfigDef.ConfigKey key : new TreeMap<>(settings.configKeys()).values()) {
            String limits = key.validator == null ? "" : key.validator.toString().replaceAll("\\s+", " ");
            boolean deprecated = key.documentation != null && DEPRECATED.matcher(key.documentation).find();
            System.out.println(String.join("\t", key.name, key.type.name(), limits, deprecated ? "deprecated" : ""));
        }
    }
}
