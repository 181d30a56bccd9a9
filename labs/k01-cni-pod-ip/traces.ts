/** Node scripts of this chapter. */

/** Prints the CNI configuration that the runtime takes: the first file by name in its folder. */
export const CNI_CONFIG =
  'f=$(ls /etc/cni/net.d | grep -E "\\.(conf|conflist|json)$" | LC_ALL=C sort | head -n 1) && [ -n "$f" ] && cat "/etc/cni/net.d/$f"';

/**
 * Prints host-local's folder as the configuration tells it: `<dataDir>/<network name>`. Without a dataDir the plugin
 * has a default of its own, /var/lib/cni/networks.
 */
export const STATE_FOLDER = `${CNI_CONFIG} | jq -r '
  .name as $name | [(.plugins // [.])[] | .ipam | select(.type == "host-local")] | first
  | (.dataDir // "/var/lib/cni/networks") + "/" + $name'`;

/**
 * Arguments: the file of an address, and the address. Says when the file and the host route are gone. The kernel
 * tells nobody when an IPv4 route goes with its device, so both are looked at, 20 times a second.
 */
export const UNTIL_GONE = `
file=there route=there
echo looking
while [ "$file$route" != "" ]; do
  [ -n "$file" ] && [ ! -e "$1" ] && file= && echo "file gone"
  [ -n "$route" ] && [ -z "$(ip route show "$2/32")" ] && route= && echo "route gone"
  sleep 0.05
done`;
