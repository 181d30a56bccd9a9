import { node, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** Prints which packet filter holds the rules that redirect a host port, one for each family, and the rules themselves. */
export function findRedirection(id: string, on: string, port: number): Step {
  return node(
    id,
    t(
      "The rules that redirect the port, and the packet filter that holds them",
      "重定向该端口的规则，以及保存规则的包过滤器",
    ),
    on,
    ["sh", "-s", String(port)],
    { stdin: SCRIPT, complete: { endsWith: "end" } },
  );
}

// The portmap plugin writes to nftables where its configuration or its version says so, otherwise through iptables.
const SCRIPT = `
if nft list table inet cni_hostport >/dev/null 2>&1; then
  echo "filter nftables, table inet cni_hostport"
  nft list table inet cni_hostport | grep "dport $1 "
else
  echo "filter $(iptables --version)"
  for save in iptables-save ip6tables-save; do "$save" -t nat | grep -E -- "--dport $1 .*DNAT"; done
fi
echo end
`;
