/** Scripts of this chapter. */

/**
 * Arguments: a near and a far address. Pings them in turns, twenty short rounds of each, so that whatever else the
 * machine does meets both alike. The first packet of a round (seq=0) pays for what was not in a cache.
 */
export const PING_IN_TURNS = `
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ping -A -c 6 "$1" | sed 's/^/near /'
  ping -A -c 6 "$2" | sed 's/^/far /'
done`;

/**
 * Asks every backend that may hold NAT rules, each in a section of its own that ends with its exit code. Rules made
 * through one backend need not be seen through another.
 */
export const NAT_TABLES = `
for backend in iptables-nft-save iptables-legacy-save; do
  echo "### $backend"; "$backend" -t nat; echo "### $backend exit $?"
done
echo "### nft"; nft list ruleset; echo "### nft exit $?"
true`;

/** Within one section: anything but the beginning of the next. */
const SAME_SECTION = "(?:(?!^###)[\\s\\S])*?";

/** Group 1 is the backend in whose section the pattern is found first. */
export function backendWith(pattern: string): string {
  return `^### (\\S+)$${SAME_SECTION}${pattern}`;
}
