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

/** Argument: host-local's folder. Prints the last reserved address of each range, a line each. */
export const LAST_RESERVED = 'for f in "$1"/last_reserved_ip.*; do cat "$f" && echo || exit; done';

/** Arguments: host-local's folder, and addresses. Prints the file of each address. */
export const FILES_OF = 'folder=$1; shift; for a; do cat "$folder/$a" && echo || exit; done';

const ROUTES = `routes() {
  for a; do case $a in *:*) ip -6 route show "$a/128" ;; *) ip route show "$a/32" ;; esac; done
}`;

/** Arguments: addresses. Prints the node's host routes to them. */
export const HOST_ROUTES_OF = `${ROUTES}
routes "$@"`;

/**
 * Arguments: host-local's folder, and addresses. Says when the last of their files and the last of their host routes
 * are gone. The kernel tells nobody when an IPv4 route goes with its device, so both are looked at, 20 times a second.
 */
export const UNTIL_GONE = `${ROUTES}
files() { for a; do [ ! -e "$folder/$a" ] || echo "$a"; done; }
folder=$1; shift
file=there route=there
echo looking
while [ "$file$route" != "" ]; do
  [ -n "$file" ] && [ -z "$(files "$@")" ] && file= && echo "file gone"
  [ -n "$route" ] && [ -z "$(routes "$@")" ] && route= && echo "route gone"
  sleep 0.05
done`;
