// Copyright: (c) 2026, Groundwork for Kafka contributors
// GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.security.ssl.SslPrincipalMapper;

/**
 * Tell of each line that is read, rules and a subject with a tab between them, which name Kafka gives: "=NAME", "none"
 * where no rule fits, or "refused" where it takes the rules for none.
 */
public class Principals {
    public static void main(String[] unused) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\t", 2);
            System.out.println(name(parts[0], parts[1]));
        }
    }

    private static String name(String rules, String subject) {
        SslPrincipalMapper mapper;
        try {
            mapper = SslPrincipalMapper.fromRules(rules);
        } catch (RuntimeException notRules) {
            return "refused";
        }
        try {
            return "=" + mapper.getName(subject);
        } catch (Exception noRuleFits) {
            return "none";
        }
    }
}
