/**
 * Variables that weaken TLS, redirect connections, or write TLS keys to a file. Our own connections ignore them, but
 * processes that we start would not, so we delete them. NODE_EXTRA_CA_CERTS and SSL_CERT_FILE stay: they only add
 * authorities.
 */
const dangerous = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_ENV_PROXY', 'SSLKEYLOGFILE'];

for (const name of dangerous) delete process.env[name];
