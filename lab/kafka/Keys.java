// Copyright: (c) 2026, Groundwork for Kafka contributors
// GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Tell what a version of Kafka has: `java -cp 'LIBS/*' Keys.java`. A line for each feature (name, least and greatest
 * level); then for a broker, a producer and a consumer an empty one, and a line for each setting (name, type, limits,
 * whether deprecated).
 * The limits of a setting that takes a protocol's version are the word protocol and all that it takes.
 */
public class Keys {
    private static final Pattern DEPRECATED =
            Pattern.compile("^\\W*deprecated\\b|\\bthis config(uration)? (is|has been) deprecated\\b", Pattern.CASE_INSENSITIVE);

    public static void main(String[] arguments) throws Exception {
        for (Map.Entry<String, ?> feature : new TreeMap<>(features()).entrySet()) {
            Object range = feature.getValue();
            System.out.println(String.join("\t", feature.getKey(), level(range, "min"), level(range, "max")));
        }
        tell("kafka.server.KafkaConfig");
        tell("org.apache.kafka.clients.producer.ProducerConfig");
        tell("org.apache.kafka.clients.consumer.ConsumerConfig");
    }

    private static void tell(String definitions) throws Exception {
        System.out.println();
        ConfigDef settings = (ConfigDef) Class.forName(definitions).getMethod("configDef").invoke(null);
        for (ConfigDef.ConfigKey key : new TreeMap<>(settings.configKeys()).values()) {
            String limits = key.validator == null ? "" : limits(key);
            boolean deprecated = key.documentation != null && DEPRECATED.matcher(key.documentation).find();
            System.out.println(String.join("\t", key.name, key.type.name(), limits, deprecated ? "deprecated" : ""));
        }
    }

    private static String limits(ConfigDef.ConfigKey key) {
        String said = key.validator.toString().replaceAll("\\s+", " ");
        if (!key.validator.getClass().getSimpleName().equals("MetadataVersionValidator")) {
            return said;
        }
        Set<String> taken = new LinkedHashSet<>();
        for (String version : said.substring(1, said.length() - 1).split(", ")) {
            for (String written : List.of(version.replaceAll("-IV.*", ""), version)) {
                try {
                    key.validator.ensureValid(key.name, written);
                    taken.add(written);
                } catch (ConfigException refused) { // the short form of a version that is not released yet
                }
            }
        }
        return "protocol " + String.join(" ", taken);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> features() throws Exception {
        Class<?> quorum = Class.forName("org.apache.kafka.controller.QuorumFeatures");
        try {
            return (Map<String, ?>) quorum.getMethod("defaultSupportedFeatureMap", boolean.class).invoke(null, false);
        } catch (NoSuchMethodException older) { // before 4.0
            return (Map<String, ?>) quorum.getMethod("defaultFeatureMap", boolean.class).invoke(null, false);
        }
    }

    private static String level(Object range, String end) throws Exception {
        return range.getClass().getMethod(end).invoke(range).toString();
    }
}
