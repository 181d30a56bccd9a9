/** Names of variables and fields that say their value is secret. */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase().replace(/[.-]/g, "_");
  if (/^(OLD)?PWD$/.test(upper)) return false;
  if (describes.test(upper)) return false;
  return secret.test(upper);
}

const secret =
  /PASSWORD|PASSWD|PASSPHRASE|PASSCODE|SECRET|TOKEN|CREDENTIAL|APIKEY|AUTHORIZATION|KEY$|(^|_)(PASS|PWD|AUTH)(_|$)/;

/** DB_PASSWORD_FILE, TOKEN_SERVICE_HOST, SECRET_NAME, TOKEN_PORT_443_TCP: about a secret, not the secret. */
const describes =
  /_(FILE|PATH|DIR|HOST|PORT|ADDR|PROTO|NAME|URL|URI|TTL|SECONDS|ENABLED|TYPE|USER|USERNAME|NAMESPACE|VERSION|COUNT|SIZE|LENGTH)$|_PORT_\d+_/;

/** Fields of a kubeconfig or of an exec credential that are secret. client-certificate-data is public. */
export function isCredentialField(name: string): boolean {
  return /^(token|password|client-key-data|clientKeyData|id-token|refresh-token|access-token|client-secret|identitytoken|registrytoken|auth)$/.test(
    name,
  );
}
