import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onePage } from '../../main/practice-service/signatures/one-page.ts';
import { samples } from '../practice-service/samples.ts';
import { dialog, limit, question, setLooks } from './every-look.ts';
import { hand, handFor } from './hand.ts';
import { button, chooseMore, go, goSettings, moreOf, panel, pause, row, undoFor, unfold } from './on-page.ts';
import { connect, next, paste } from './onboarding.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

/** Every screen in every look; those for sending are in every-screen-of-sending.test.ts. */

const people = [
  'Name,Email',
  'Beat Frei,beat.frei@freibau.example',
  'Carla Rossi,carla.rossi@studiorossi.example',
  'Marco Wyss,marco@garage-wyss.example',
  'Sabine Kunz,kunz@hotel-krone.example',
];
const [, beat = '', carla = '', marco = '', sabine = ''] = people.map((line) => line.split(',')[1]);
const missing = [
  ['Offerte 2026-099 Seeblick.pdf', 16.5, beat],
  ['Arbeitsvertrag Keller.pdf', 9.5, beat],
  ['Mietvertrag Bahnhofstrasse 29.pdf', 8.5, beat],
  ['Arbeitsvertrag Rossi.pdf', 28.5, carla],
  ['Nachtrag Teilzeit Rossi.pdf', 11.5, carla],
  ['Mietvertrag Limmatquai 6, Wohnung 1.1.pdf', 10.5, marco],
  ['Offerte 2026-104 Hotel Krone.pdf', 24.5, sabine],
  ['Geheimhaltungsvereinbarung mit den Partnern der Logistik.pdf', 12.5, sabine, carla],
  ['Protokoll der Bausitzung.pdf', 2.5, sabine],
] as const;

/** One document in each state that another app brought about. */
const elsewhere: ReadonlySet<string> = new Set([
  'Protokoll Generalversammlung.pdf',
  'Mietvertrag Lindenweg 12.pdf',
  'Accord de confidentialité Favre.pdf',
  'Contratto di lavoro Rossi.pdf',
  'Preisliste 2025.pdf',
]);
const toCarla = { mode: 'timestamp', emails: [carla] } as const;

const stage = setStage();
const { look, lookAndWalk, expectNoFault } = setLooks();

describe('every screen in every look', { timeout: limit }, () => {
  test('the steps of connecting, and the empty ones after them', async () => {
    await using app = await stage.launch();
    const { page } = app;
    await page.getByText(t('connection.details')).click();
    await page.getByLabel(t('connection.base')).fill('nowhere');
    await next(app);
    await page.getByText(t('problem.connection-incomplete.what')).waitFor();
    await lookAndWalk(app, 'connect: connection, with a mistake', 'form');
    await button(app, t('connect.network')).click();
    await look(app, 'connect: network and language', dialog);
    await page.keyboard.press('Escape');
    await page.getByLabel(t('connection.base')).fill(stage.service.connection.base);
    await page.getByText(t('connection.signed-assertion')).click();
    await next(app);
    await button(app, t('keys.create')).click();
    await button(app, t('keys.copy')).waitFor();
    await look(app, 'connect: key pair', 'form');
    await button(app, t('connect.back')).click();
    await page.getByText(t('connection.client-secret'), { exact: true }).first().click();
    await page
      .getByLabel(t('connection.clientSecret'), { exact: true })
      .last()
      .fill(stage.service.connection.clientSecret ?? '');
    await next(app);
    await page.getByLabel(t('signIn.paste')).fill('nothing useful');
    await next(app);
    await page.getByRole('alert').waitFor();
    await lookAndWalk(app, 'connect: sign in, with a notice', 'form');
    const { username, password } = stage.service.people.createServiceUser();
    await paste(app, `Username\n${username}\nPassword\n${password}`);
    await button(app, t('signInTest.finish')).waitFor();
    await lookAndWalk(app, 'connect: tested', 'main h1');
    await button(app, t('signInTest.finish')).click();
    await page.getByText(t('documents.emptyTitle')).waitFor();
    await look(app, 'documents: none', 'main h2');
    await go(app, 'waiting');
    await page.getByText(t('waiting.emptyTitle')).waitFor();
    await look(app, 'open signatures: none', 'main h2');
    await go(app, 'people');
    await page.getByText(t('people.emptyTitle')).waitFor();
    await look(app, 'people: nobody', 'main h2');
    await go(app, 'profiles');
    await page.getByText(t('profiles.emptyTitle')).waitFor();
    await look(app, 'profiles: none', 'main h2');
    expectNoFault(app);
  });

  test('the first start without a connection file', async () => {
    await using app = await stage.launch({ connection: null });
    await app.page.getByText(t('welcome.lead')).waitFor();
    await lookAndWalk(app, 'connect: first start', 'main h1');
    await app.drop('main', [stage.put('letter.pdf', '%PDF-1.7')]);
    await app.page.getByRole('alert').waitFor();
    await look(app, 'connect: first start, with a notice', 'main h1');
    await button(app, new RegExp(t('welcome.practice'))).click();
    await button(app, t('signInTest.finish')).waitFor();
    await look(app, 'connect: practice service', 'main h1');
    await button(app, t('signInTest.finish')).click();
    await app.page.getByText(t('documents.emptyTitle')).waitFor();
    await lookAndWalk(app, 'documents: practice', 'main h2');
    await hand(app, 'send', 'Lease.pdf');
    await row(app, 'Lease.pdf').waitFor();
    await look(app, 'documents: practice, with a document', 'main h1');
    await goSettings(app, 'connections');
    await look(app, 'settings: connections, practice', '#connections');
    expectNoFault(app);
  });

  test('a connection file whose addresses do not belong together', async () => {
    const connection = {
      ...stage.service.connectionOf('public'),
      name: 'Muster AG',
      admin: 'https://admin.example.ch',
      // Cyrillic letters.
      auth: 'https://login.exаmple.ch',
      base: 'https://192.0.2.7:8443/api/v1',
    };
    await using app = await stage.launch({ connection });
    await app.page.getByText(t('problem.addresses-strange.what')).waitFor();
    await look(app, 'connect: strange addresses', 'form');
    await next(app);
    await app.page
      .getByText(t('connection.hosts.paste', { host: 'login.exаmple.ch (login.xn--exmple-4nf.ch)' }))
      .waitFor();
    await app.page.getByText(t('connection.hosts.encoded', { encoded: 'login.xn--exmple-4nf.ch' })).waitFor();
    await lookAndWalk(app, 'connect: sign in at strange addresses', 'form');
    expectNoFault(app);
  });

  test('the signatures of copies', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const user = stage.service.people.createServiceUser();
    await stage.service.documents.add(user.id, { name: 'Lease.pdf', status: 'signed', mode: 'advanced' });
    await stage.service.documents.add(user.id, { name: 'Minutes.pdf', status: 'signed' });
    await connect(app, stage.service, user);
    await row(app, 'Minutes.pdf').getByText(t('row.verdict.sealed')).waitFor();
    await row(app, 'Lease.pdf')
      .getByText(t('row.verdict.signed', { count: 1 }))
      .waitFor();
    stage.service.options.badCopies = 'changed-after';
    await stage.service.documents.add(user.id, { name: 'Offer.pdf', status: 'signed', mode: 'advanced' });
    await passPollingWindow(app, stage);
    await row(app, 'Offer.pdf').getByText(t('row.verdict.changed')).waitFor();
    for (const name of ['Lease.pdf', 'Minutes.pdf', 'Offer.pdf']) {
      await row(app, name).click();
      await panel(app).locator('figure canvas').waitFor();
      await look(app, `signatures: details of ${name}`, '[role="complementary"], aside');
      await panel(app).locator('button[aria-haspopup="dialog"][data-tone]').click();
      await page.getByRole('dialog').getByText(t('signatures.always')).waitFor();
      await page.getByRole('dialog').locator('code').first().waitFor();
      await lookAndWalk(app, `signatures: ${name}`, '[role="dialog"]');
      await page.keyboard.press('Escape');
    }
    expectNoFault(app);
  });

  test('a change of a signed copy on its page, and a copy beside what was sent', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const choices = { mode: 'advanced', emails: ['anna@example.test'] } as const;
    await undoFor(app, 0);
    for (const [name, badCopy, chip, pages] of [
      ['Offer.pdf', 'note-added', 'changed', 1],
      ['Lease.pdf', 'other-document', 'differs', 3],
    ] as const) {
      stage.service.options.badCopies = badCopy;
      await handFor(app, 'send', { ...choices, pages }, name);
      await expect.poll(() => stage.service.documents.all().at(-1)?.documentStatus).toBe('in-progress');
      await stage.service.people.sign(stage.service.documents.all().at(-1)?.documentId ?? '', 'anna@example.test');
      await passPollingWindow(app, stage);
      await row(app, name)
        .getByText(t(`row.verdict.${chip}`))
        .waitFor();
      await row(app, name).click();
      await panel(app).locator('button[aria-haspopup="dialog"][data-tone]').click();
      await page.getByRole('dialog').locator('code').first().waitFor();
      await lookAndWalk(app, `signatures: ${name} that ${chip}`, '[role="dialog"]');
      await page.getByRole('dialog').locator('button[aria-haspopup="dialog"]').first().click();
      await page.locator('[data-marked]').first().waitFor();
      await lookAndWalk(app, `signatures: page of ${name}`, '[role="dialog"]:last-of-type');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
      // After another language came, the keyboard is nowhere: the button that had it is a new one.
      await button(app, t('send.close')).last().click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    expectNoFault(app);
  });

  test('the list of documents, its details and questions, and the settings', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const user = stage.service.people.createServiceUser();
    for (const { title, lines, ...sample } of samples.filter(({ name }) => elsewhere.has(name)))
      await stage.service.documents.add(user.id, { ...sample, content: onePage(title, lines) });
    await connect(app, stage.service, user);
    await row(app, 'Contratto di lavoro Rossi.pdf').waitFor();
    await undoFor(app, 60);
    await handFor(app, 'send', toCarla, 'Lease Bahnhofstrasse 29.pdf');
    await row(app, 'Lease Bahnhofstrasse 29.pdf')
      .getByRole('button', { name: t('submission.command.send-now') })
      .click();
    await expect
      .poll(
        () =>
          stage.service.documents.all().find(({ documentName }) => documentName === 'Lease Bahnhofstrasse 29.pdf')
            ?.documentStatus,
      )
      .toBe('in-progress');
    await undoFor(app, 10);
    await handFor(app, 'hold', toCarla, 'Order 4471 Printing.pdf');
    await handFor(app, 'draft', toCarla, 'Floor plan, third floor.pdf');
    await row(app, 'Floor plan, third floor.pdf').getByText(t('submission.end.draft'), { exact: true }).waitFor();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400 } });
    await handFor(app, 'draft', toCarla, 'Scan 0231.pdf');
    await row(app, 'Scan 0231.pdf').getByText(t('problem.upload-refused.what')).waitFor();
    stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
    await handFor(app, 'draft', toCarla, 'Quote Roof repair.pdf');
    await row(app, 'Quote Roof repair.pdf').getByText(t('submission.doubt.upload')).waitFor();
    await pause(app, true);
    await handFor(app, 'send', toCarla, 'Contract Keller.pdf');
    await row(app, 'Contract Keller.pdf').getByText(t('submission.queued')).waitFor();
    await button(app, t('documents.check')).click();
    await page.getByText(pattern('check.tooEarly')).waitFor();
    await app.secondInstance(['--conection=x.json']);
    await page.getByText(t('problem.option-unknown.what', { option: '--conection=x.json' })).waitFor();
    await lookAndWalk(app, 'documents: in many states', '[role="grid"]');
    await page.locator('[data-more]').click();
    await page.getByRole('button', { name: t('problem.close') }).click();
    await row(app, 'Scan 0231.pdf').click();
    await unfold(app, 'history');
    await unfold(app, 'facts');
    await panel(app).getByText(t('history.failed.upload')).waitFor();
    await lookAndWalk(app, 'documents: details of one that needs you', '[role="complementary"], aside');
    await row(app, 'Mietvertrag Lindenweg 12.pdf').click();
    await panel(app).getByText(t('documentStatus.rejected')).first().waitFor();
    await look(app, 'documents: details of one made elsewhere', '[role="complementary"], aside');
    await row(app, 'Contratto di lavoro Rossi.pdf').click();
    await panel(app)
      .getByRole('button', { name: t('copy.show') })
      .waitFor();
    await panel(app).locator('figure canvas').waitFor();
    await lookAndWalk(app, 'documents: details of a signed one', '[role="complementary"], aside');
    const reads = () => stage.service.records.requests.filter(({ operation }) => operation === 'details').length;
    const before = reads();
    await row(app, 'Lease Bahnhofstrasse 29.pdf').click();
    await panel(app).locator('figure canvas').waitFor();
    // What the service answers may make the panel longer.
    await expect.poll(reads).toBeGreaterThan(before);
    await lookAndWalk(app, 'documents: details of one that waits', '[role="complementary"], aside');
    // The keys that were tried may have gone to another row.
    await row(app, 'Lease Bahnhofstrasse 29.pdf').click();
    await button(app, t('pages.show')).click();
    await page.getByRole('dialog').locator('[aria-busy="false"] canvas').waitFor();
    await lookAndWalk(app, 'documents: pages', dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(app, 'Floor plan, third floor.pdf').click();
    await panel(app)
      .getByRole('button', { name: t('complete.action') })
      .waitFor();
    await chooseMore(app, t('details.more'), t('submission.command.delete'));
    await lookAndWalk(app, 'documents: question', question);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('connect.cancel') })
      .click();
    await panel(app)
      .getByRole('button', { name: t('submission.command.update') })
      .click();
    await look(app, 'documents: sender and comment', dialog);
    await page.keyboard.press('Escape');
    await panel(app)
      .getByRole('button', { name: t('complete.action') })
      .click();
    await page.getByRole('dialog').getByText(carla).waitFor();
    await lookAndWalk(app, 'documents: draft to complete', dialog);
    await page.keyboard.press('Escape');
    // In a small window the details cover the list, also one without rows.
    await button(app, t('details.close')).click();
    await page.getByRole('searchbox').fill('no such document');
    await page.getByText(t('documents.noMatchTitle')).waitFor();
    await look(app, 'documents: nothing matches', 'main h2');
    await goSettings(app, 'general');
    await lookAndWalk(app, 'settings: general', '#general');
    await goSettings(app, 'notifications');
    await lookAndWalk(app, 'settings: notifications', '#notifications');
    await goSettings(app, 'storage');
    await lookAndWalk(app, 'settings: storage', '#data');
    const settings = { theme: 'dark', undoSeconds: 0, proxy: { mode: 'manual', address: 'proxy.firm.example:8080' } };
    const file = join(stage.home, 'settings.json');
    writeFileSync(file, JSON.stringify({ format: 'countersign-settings', version: 1, settings, profiles: [] }));
    await app.answerDialog({ dialog: 'open', paths: [file] });
    await button(app, t('transfer.import')).click();
    await lookAndWalk(app, 'settings: import', dialog);
    await page.keyboard.press('Escape');
    await goSettings(app, 'network');
    await page.getByRole('combobox', { name: t('network.proxy') }).selectOption('manual');
    await page.getByRole('textbox', { name: t('network.proxyAddress') }).fill('socks5://proxy');
    await button(app, t('network.save')).click();
    await page.getByText(t('problem.proxy-address.what')).waitFor();
    await lookAndWalk(app, 'settings: network, with a mistake', '#network');
    await goSettings(app, 'help');
    await page.locator('#help').waitFor();
    for (const topic of await page.locator('details').all()) await topic.locator('summary').click();
    await lookAndWalk(app, 'settings: help', '#help');
    await button(app, t('help.licences')).click();
    await page.getByText(/^react-aria-components /).click();
    await lookAndWalk(app, 'settings: licences', dialog);
    await page.keyboard.press('Escape');
    await goSettings(app, 'connections');
    await lookAndWalk(app, 'settings: connections', '#connections');
    await chooseMore(app, moreOf(t('connection.practice')), t('settings.signOut'));
    await look(app, 'settings: question', question);
    await page.keyboard.press('Escape');
    await chooseMore(app, moreOf(t('connection.practice')), t('diagnosis.run'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('diagnosis.report') })
      .waitFor();
    await look(app, 'settings: check of the connection', dialog);
    expectNoFault(app);
  });

  test('the signatures that are missing, and the month', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const user = stage.service.people.createServiceUser();
    for (const [name, days, ...signees] of missing)
      await stage.service.documents.add(user.id, { name, status: 'in-progress', signees, daysAgo: days });
    for (let day = 1; day < 28; day += 1)
      for (let many = (day * 7) % 5; many > 0; many -= 1)
        await stage.service.documents.add(user.id, {
          name: `Offer ${day}.pdf`,
          status: 'signed',
          daysAgo: day,
          tookDays: 1.5,
        });
    await connect(app, stage.service, user);
    await go(app, 'people');
    await app.answerDialog({ dialog: 'open', paths: [stage.put('people.csv', people.join('\n'))] });
    await button(app, t('people.importNow')).click();
    await page.getByText(t('people.added', { count: 4 })).waitFor();
    await go(app, 'waiting');
    await page.getByRole('grid').getByRole('button').first().waitFor();
    await lookAndWalk(app, 'open signatures', 'main [role="grid"]');
    await button(app, t('month.all')).click();
    await look(app, 'open signatures: figures', dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('grid').getByRole('button').first().click();
    await page.locator('[data-round]').waitFor();
    await lookAndWalk(app, 'open signatures: reminded', '[data-round]');
    await button(app, t('waiting.otherLanguage')).click();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await look(app, 'open signatures: reminder', dialog);
    expectNoFault(app);
  });
});
