import { describe, expect, test } from 'vitest';
import { type PastedCredentials, readPastedCredentials } from './pasted-credentials.ts';

const read = (text: string): unknown => {
  const found: PastedCredentials = readPastedCredentials(text);
  return found.ok ? [found.username, found.password.reveal()] : found.problem;
};

const username = 'service-account-4711';
const password = 'x9!: k=Q"ö';

describe('finds user name and password', () => {
  test.each([
    ['the names of the form', `service_account_username=${username}\nservice_account_password=${password}`],
    ['labels and colons', `Username: ${username}\nPassword: ${password}`],
    ['labels, colons, no blanks', `Username:${username}\nPassword:${password}`],
    ['German labels', `Benutzername : ${username}\r\nPasswort : ${password}\r\n`],
    ['longer German labels', `Benutzername des Dienstkontos: ${username}\nKennwort des Dienstkontos: ${password}`],
    ['French labels', `Nom d’utilisateur : ${username}\nMot de passe : ${password}`],
    [
      'longer French labels',
      `Utilisateur du compte de service: ${username}\nMot de passe du compte de service: ${password}`,
    ],
    ['Italian labels', `Nome utente\t${username}\nParola d'ordine\t${password}`],
    [
      'longer Italian labels',
      `Nome utente dell'account di servizio: ${username}\nPassword dell'account di servizio: ${password}`,
    ],
    ['tabs, and a password that begins like a separator', `Username\t${username}\nPassword\t:= 0aa0!!!`, ':= 0aa0!!!'],
    ['weak labels', `Login: ${username}\nKennwort: ${password}`],
    ['the password first', `Password: ${password}\nUsername: ${username}`],
    ['a label above each', `Username\n${username}\n\nPassword\n${password}`],
    ['a label above each, with colons', `  User name:  \n\n  ${username}\n  Password:  \n\n  ${password}`],
    ['buttons between', `Username\nCopy\n${username}\nPassword\nCopy to clipboard\n${password}\nClose`],
    ['buttons beside', `Username\t${username}\tCopy\nPassword\t${password}\t[Show]\tCopy`],
    ['a table with its head on top', `Username\tPassword\tState\n${username}\t${password}\tabc`],
    ['a table of commas', `username,password\n${username},${password}`],
    ['a table of bars', `| Username | Password |\n|---|---|\n| ${username} | ${password} |`],
    [
      'a table of bars on its side',
      `| Field | Value |\n|:--|--:|\n| Username | ${username} |\n| Password | ${password} |`,
    ],
    ['emphasised labels', `**Username:** ${username}\n**Password:** ${password}`],
    ['emphasised labels, colon outside', `- **Username**: ${username}\n- **Password**: ${password}`],
    ['bullets', `• Username: ${username}\n• Password: ${password}`],
    ['numbers', `1. Username: ${username}\n2. Password (shown once): ${password}`],
    ['dashes', `Username - ${username}\nPassword – x9!:k=Q"ö`, 'x9!:k=Q"ö'],
    ['columns of blanks', `Username   ${username}\nPassword   x9!:k=Q"ö`, 'x9!:k=Q"ö'],
    ['columns of blanks and colons', `Username   : ${username}\nPassword   : ${password}`],
    ['hard blanks', `\u00a0Username:\u00a0${username}\u00a0\n\u00a0Password:\u00a0${password}\u00a0`],
    ['quotes around both', `Username: "${username}"\nPassword: "x9!: k=Qö"`, 'x9!: k=Qö'],
    ['smart quotes around both', `Benutzername: „${username}“\nPasswort: „${password}“`],
    ['code marks around both', `Username: \`${username}\`\nPassword: \`${password}\``],
    ['one blank', `Username ${username}\nPassword s3cret-99`, 's3cret-99'],
    ['one blank, in German', `Benutzername ${username}\nPasswort des Dienstkontos aB3!xyz9`, 'aB3!xyz9'],
    ['one blank, in French', `Nom d’utilisateur ${username}\nMot de passe aB3!xyz9`, 'aB3!xyz9'],
    ['one blank, in Italian', `Nome utente ${username}\nParola d’ordine aB3!xyz9`, 'aB3!xyz9'],
    [
      'one blank, between sentences',
      `Your account is ready.\nLogin ${username}\n\nPassword qwertzUIOP\nBye.`,
      'qwertzUIOP',
    ],
    ['one line', `Username: ${username}, Password: ${password}`],
    ['two bare lines', `${username}\n${password}\n`],
    ['two bare cells', `${username}\t${password}`],
    ['an arrow', `username => ${username}\npassword => ${password}`],
    ['JSON', JSON.stringify({ state: 'a', service_account_username: username, service_account_password: password })],
    [
      'JSON in words',
      `Here it is:\n\`\`\`json\n${JSON.stringify({ data: [{ userName: username, password }] }, null, 2)}\n\`\`\`\nBye.`,
    ],
    ['JSON through a word processor', `{“username”: “${username}”, “password”: “x9!: k=Qö”}`, 'x9!: k=Qö'],
    [
      'a posted form',
      new URLSearchParams({
        state: 'a',
        service_account_username: username,
        service_account_password: password,
      }).toString(),
    ],
    ['an address', `https://app.example/cb?${new URLSearchParams({ username, password }).toString()}`],
    [
      'a table of HTML',
      `<table><tr><th>Username</th><td>${username}</td></tr><tr><th>Password</th><td>x9!: k=Q&quot;&ouml;</td></tr></table>`,
    ],
    [
      'a list of HTML',
      `<dl>\n <dt>Username</dt>\n <dd><code>${username}</code></dd>\n <dt>Password</dt>\n <dd><code>${password}</code></dd>\n</dl>`,
    ],
    [
      'fields of HTML',
      `<label>Username</label><input readonly value="${username}"><br><label>Password</label><input readonly value='${password}'><br>`,
    ],
    ['lines of HTML', `<b>Username:</b> ${username}<br><b>Password:</b> ${password}<br/>`],
    ['the same twice', `Username: ${username}\nPassword: ${password}\nUsername: ${username}\nPassword: ${password}`],
    [
      'a heading that is a label',
      `Service account\nUsername: ${username}\nPassword\nCopy it now.\nPassword: ${password}`,
    ],
    ['a masked password as well', `Username: ${username}\nPassword: ••••••••\nPassword: ${password}`],
  ])('in %s', (_, text, expected = password) => {
    expect(read(text)).toEqual([username, expected]);
  });

  test('and the other values of the page', () => {
    const found = readPastedCredentials(
      [
        'Service account created',
        'Service account ID: 6f1c',
        `Service account username: ${username}`,
        `Service account password: ${password}`,
        'Creator e-mail: anna@muster.ch',
        'Creator language: de',
        'State: 5a-7',
        'Keep these credentials safe.',
      ].join('\n'),
    );
    expect(found).toMatchObject({
      ok: true,
      username,
      accountId: '6f1c',
      creatorEmail: 'anna@muster.ch',
      state: '5a-7',
    });
  });
});

describe('reports the problem and does not guess:', () => {
  test.each([
    ['', 'empty'],
    [' \u200b\u00a0\n\t', 'empty'],
    ['x'.repeat(20_001), 'too-long'],
    [`Username: a\nPassword: ${'x'.repeat(3_000)}`, 'too-long'],
    ['hello', 'no-username'],
    ['Password: abc', 'no-username'],
    ['E-mail: anna@muster.ch\nPassword: abc', 'no-username'],
    ['Username: abc', 'no-password'],
    ['Username: abc\nPassword:', 'no-password'],
    ['Username: abc\nPassword: ••••••••', 'no-password'],
    ['Username\nPassword\nabc\ndef', 'ambiguous'],
    ['{"username":"abc"}', 'no-password'],
    ['one\ntwo\nthree', 'ambiguous'],
    ['Dear all\nplease find attached', 'ambiguous'],
    ['user,secret\nabc,def', 'ambiguous'],
    ['Username: a\nPassword: b\nUsername: c\nPassword: d', 'ambiguous'],
    ['Username: a\nPassword: b\nPassword: c', 'ambiguous'],
    ['[{"username":"a","password":"b"},{"username":"c","password":"d"}]', 'ambiguous'],
    ['Username: a\nPassword: "b"', 'ambiguous'],
    ['Username: "a"\nPassword: "b\\"c"', 'ambiguous'],
    ['Username: "a"\nPassword: "b\\c"', 'ambiguous'],
    ['Username: "a"\nPassword: “b”', 'ambiguous'],
    ['Username,Password,shown once\nabc,def,ghi', 'ambiguous'],
    ['Username: a\nPassword: b Copy', 'ambiguous'],
    ['Username: a\nPassword: b\u00a0c', 'ambiguous'],
    ['Username: a\nPassword: b\u200bc', 'ambiguous'],
    ['Username: a\nPassword: b&amp;c', 'ambiguous'],
    ['Username: a\nPassword\n(only shown once)\nb', 'ambiguous'],
    ['Username: a\nPassword\nb\nc', 'ambiguous'],
    ['Username: a b c\nPassword: d', 'ambiguous'],
    ['Username\tPassword\na\tb\tc', 'ambiguous'],
    ['Username: a, Password: b, State: c', 'ambiguous'],
    ['User: anna\nService account: svc\nPassword: b', 'ambiguous'],
    ['Username: a\nPassword := b', 'ambiguous'],
    ['Username   a\nPassword   : b', 'ambiguous'],
    ['Username: a\nPassword:\nb', 'ambiguous'],
    ['Username\na\nPassword\n\nb', 'ambiguous'],
    ['Username\na\nPassword\npw:b', 'ambiguous'],
    ['Username\na\nPassword\nIt is shown once.', 'ambiguous'],
    ['Username\na\nPassword\n-----', 'no-password'],
    ['Username: "a"\nPassword: ""', 'no-password'],
    ['Username or e-mail\nPassword forgotten?', 'ambiguous'],
    ['Username required\nPassword required', 'ambiguous'],
    ['User guide\nPassword-protected\nPassword protected', 'ambiguous'],
    ['Benutzername vergessen\nPasswort zurücksetzen!', 'ambiguous'],
    ['Nom d’utilisateur oublié\nMot de passe oublié ?', 'ambiguous'],
    ['Nome utente obbligatorio\nPassword obbligatoria…', 'ambiguous'],
    ['User 1\nPassword 2', 'ambiguous'],
    ['Username anna\nPassword was geheim99', 'ambiguous'],
    ['Username anna\nPassword s3cret-99\nPassword s3cret-98', 'ambiguous'],
    ['Username anna\nPassword: s3cret-99', 'no-username'],
    ['Username: anna\nPassword s3cret-99', 'no-password'],
  ])('%j: %s', (text, problem) => {
    expect(read(text)).toBe(problem);
  });
});
