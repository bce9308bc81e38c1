// Copyright: (c) 2026, Groundwork for Kafka contributors
// GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Tell Kafka's defaults of the settings that are given as arguments, a line each; then of each line that is read, an
 * assignor's class, topics and members ("RangeAssignor t0=3,t1=2 c0:t0+t1,c1:t0"), how many partitions each member gets.
 */
public class Review {
    public static void main(String[] settings) throws Exception {
        ConfigDef defined = (ConfigDef) Class.forName("kafka.server.KafkaConfig").getMethod("configDef").invoke(null);
        for (String name : settings) {
            ConfigDef.ConfigKey key = defined.configKeys().get(name);
            Object value = key == null ? "gone" : key.defaultValue;
            boolean several = value instanceof List;
            System.out.println(name + "=" + (several ? ((List<?>) value).stream().map(String::valueOf).collect(Collectors.joining(",")) : value));
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(counts(line.split(" ")));
        }
    }

    private static String counts(String[] words) throws Exception {
        ConsumerPartitionAssignor assignor = (ConsumerPartitionAssignor) Class
                .forName("org.apache.kafka.clients.consumer." + words[0]).getDeclaredConstructor().newInstance();
        Node node = new Node(0, "localhost", 1);
        Node[] nodes = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        for (String topic : words[1].split(",")) {
            int count = Integer.parseInt(topic.split("=")[1]);
            for (int number = 0; number < count; number++) {
                partitions.add(new PartitionInfo(topic.split("=")[0], number, node, nodes, nodes));
            }
        }
        Map<String, Subscription> members = new TreeMap<>();
        for (String member : words[2].split(",")) {
            members.put(member.split(":")[0], new Subscription(Arrays.asList(member.split(":")[1].split("\\+"))));
        }
        Cluster cluster = new Cluster("c", List.of(node), partitions, Collections.emptySet(), Collections.emptySet());
        Map<String, ConsumerPartitionAssignor.Assignment> given =
                assignor.assign(cluster, new GroupSubscription(members)).groupAssignment();
        return members.keySet().stream().map(name -> String.valueOf(given.get(name).partitions().size()))
                .collect(Collectors.joining(","));
    }
}
