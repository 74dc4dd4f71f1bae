/**
 * Variables that would weaken or divert connections, or write their keys down. Our own connections ignore them; whatever
 * else this process starts shall not see them either. Authorities may be added from outside (NODE_EXTRA_CA_CERTS,
 * SSL_CERT_FILE): they turn nothing off.
 */
const dangerous = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_ENV_PROXY', 'SSLKEYLOGFILE'];

for (const name of dangerous) delete process.env[name];
