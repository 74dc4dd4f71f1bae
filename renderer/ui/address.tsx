import { Fragment } from 'react';

/** Shows an address. Where it is too long for a line, it breaks before its @ or a dot of its domain, and not in a word. */
export function Address({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at <= 0) return email;
  return (
    <>
      {email.slice(0, at)}
      {email
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one address never change places
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </>
  );
}
