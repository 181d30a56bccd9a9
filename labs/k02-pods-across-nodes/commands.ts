/** Scripts of this chapter. */

/**
 * Arguments: `near`, addresses, `far`, addresses. Pings them in turns, twenty short rounds of each, so that whatever
 * else the machine does meets all alike. The first packet of a round (seq=0) pays for what was not in a cache.
 */
export const PING_IN_TURNS = `
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  for word; do
    case $word in near | far) where=$word ;; *) ping -A -c 6 "$word" | sed "s/^/$where /" ;; esac
  done
done`;

/** Arguments: addresses. Pings each twice; every line of an answer begins with the address. */
export const PING_EACH = 'for a; do ping -c 2 -W 1 "$a" | sed "s/^/$a /"; done';

/** Arguments: URLs. Prints as one JSON list what each answers, with the URL; fails when one gives no answer. */
export const ASK_EACH = `
const { get } = require("node:http");
const ask = (url) => new Promise((done, fail) => {
  const request = get(url, { agent: false, timeout: 3000 }, (response) => {
    let body = "";
    response.on("data", (data) => { body += data; }).on("end", () => done({ url, ...JSON.parse(body) }));
  });
  request.on("timeout", () => request.destroy(new Error(url + ": no answer within 3 s"))).on("error", fail);
});
Promise.all(process.argv.slice(1).map(ask)).then(
  (answers) => console.log(JSON.stringify(answers)),
  (error) => { console.error(error.message); process.exitCode = 1; },
);`;

/**
 * Asks every backend that may hold NAT rules, each in a section of its own that ends with its exit code. Rules made
 * through one backend need not be seen through another, and IPv6 has programs of its own.
 */
export const NAT_TABLES = `
for backend in iptables-nft-save iptables-legacy-save ip6tables-nft-save ip6tables-legacy-save; do
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
