/** Shows an address. Where it is too long for a line, it breaks before its @ and not in a word. */
export function Address({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at <= 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
