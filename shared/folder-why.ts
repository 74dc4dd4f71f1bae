/** Returns the key below `folders.why` of the text that explains the verdict on a file of a watched folder. */
export function whyOf<Kind extends string>(
  kind: Kind,
  who: string,
): Kind | 'account-unconfirmed' | 'sidecar-broken' | 'sidecar-unread' | 'profile-named' {
  if (kind === 'unreadable' && who !== '') return 'sidecar-unread';
  if (kind === 'sidecar-wrong' && who === '') return 'sidecar-broken';
  if (kind === 'other-account' && who === '') return 'account-unconfirmed';
  return kind === 'no-profile' && who !== '' ? 'profile-named' : kind;
}
