import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** Two people of one business in one inbox, each at a browser of their own. */
let world: World;
let bella: Page;
let marta: Page;
const number = '+14155550100';
const inbox = '/business/livechat?filter=all';

interface Row {
  readonly id: string;
  readonly assignee: string | null;
  readonly open: boolean;
}
const rows = async (query = ''): Promise<readonly Row[]> =>
  (await api().call<{ data: readonly Row[] }>('GET', `/livechat?filter=all${query}`)).data;
let signedIn: ReturnType<typeof client> | null = null;
const api = () => signedIn!;
/** Somebody new writes, and is shown. Answers their conversation. */
async function textFrom(from: string, body: string): Promise<Row> {
  await api().text(from, number, body);
  const [row] = await eventually(
    () => rows(`&search=${from.slice(-7)}`),
    (found) => found.length === 1,
  );
  return row!;
}
const bodiesOn = async (phone: string) =>
  (await api().phone(phone)).filter(({ to }) => to === phone).map(({ body }) => body);
const field = (page: Page) => page.getByRole('textbox', { name: /Message to/ });
const thread = (page: Page) => page.getByRole('region', { name: /Messages with/ });
/** By the row that has come into the list by itself. */
const openIn = async (page: Page, id: string) => {
  await page.locator(`[data-id="${id}"]`).click();
  await field(page).waitFor();
};
/** One pixel, as a picture that is attached. */
const picture = {
  name: 'table.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
/** What the palette does. */
const command = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: /^Search screens/ });
  await search.fill(words);
  await page.getByRole('button', { name: words }).click();
  // While it closes, asking for it again does not open it.
  await search.waitFor({ state: 'detached' });
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

beforeAll(async () => {
  world = await openWorld();
  signedIn = client(world.app);
  await api().signIn('business@demo.test');
  bella = await world.as('business@demo.test', inbox);
  marta = await world.as('marta@demo.test', inbox);
  // Nothing leaves while a slow machine makes up its mind: who tests says when.
  for (const page of [bella, marta]) await page.evaluate(`localStorage.setItem('undo-send', '30')`);
});
afterAll(() => world.close());

describe('two people in one inbox', () => {
  test('conversations go round to who is here, to nobody who is away, and by hand to anybody', async () => {
    const { data: team } = await api().call<{ data: { id: string; name: string; online: boolean }[] }>(
      'GET',
      '/livechat/team',
    );
    const idOf = (name: string) => team.find((one) => one.name.startsWith(name))!.id;
    expect(team.filter(({ online }) => online).map(({ name }) => name)).toEqual(['Bella Russo', 'Marta Conti']);
    const people = [idOf('Bella'), idOf('Marta')];
    // Somebody of the agency is chosen, too, who has the product closed everywhere.
    const absent = team.find(({ online }) => !online)!.id;
    await api().call('PUT', '/livechat/settings', {
      mode: 'round-robin',
      people: [...people, absent],
      reply_minutes: null,
      hours: null,
    });
    const whose = async (phone: string) =>
      (
        await eventually(
          () => rows(`&search=${phone.slice(-7)}`),
          (found) => found[0]?.assignee != null,
        )
      )[0]!.assignee;
    const phones = ['+14155556101', '+14155556102', '+14155556103', '+14155556104'];
    for (const phone of phones) await textFrom(phone, `Is anybody there? ${phone.slice(-4)}`);
    const owners = await Promise.all(phones.map(whose));
    expect(owners.toSorted()).toEqual(['Bella Russo', 'Bella Russo', 'Marta Conti', 'Marta Conti']);

    // Marta leaves by her own switch, and Bella sees it where she is about to give her something.
    const [mine] = (await rows(`&search=${phones[owners.indexOf('Bella Russo')]!.slice(-7)}`)) as [Row];
    await openIn(bella, mine.id);
    await press(bella, 'You. Reassign.');
    await bella.getByRole('menuitem', { name: 'Marta Conti', exact: true }).waitFor();
    await press(marta, 'You’re available and get new conversations. Change it.');
    await marta.getByRole('menuitem', { name: 'I’m away, and keep mine' }).click();
    const away = bella.getByRole('menuitem', { name: /Marta Conti · Away/ });
    await away.waitFor();
    // By hand it goes to her all the same, and is on her screen at once; Bella would have to take it over.
    await away.click();
    await bella.getByText('Marta Conti is handling this conversation').waitFor();
    await openIn(marta, mine.id);
    await marta.getByRole('button', { name: 'You. Reassign.' }).waitFor();
    await marta.getByRole('button', { name: 'You’re away and get no new conversations. Change it.' }).waitFor();
    // What comes is Bella's.
    for (const phone of ['+14155556105', '+14155556106']) {
      await textFrom(phone, 'Hello');
      expect(await whose(phone)).toBe('Bella Russo');
    }
    await press(bella, 'Take over');
    await marta.getByText('Bella Russo is handling this conversation').waitFor();
    expect(await seriousIn(marta)).toEqual([]);
    await api().call('PUT', '/livechat/settings', { mode: 'off', people, reply_minutes: null, hours: null });
  });

  test('see who writes, and what only they may see stays with them; snippets and undo put words where they belong', async () => {
    const from = '+14155556201';
    await api().call('POST', '/livechat/snippets', { name: 'hours', body: 'Hi {{first_name|there}}, until ten.' });
    const { id } = await textFrom(from, 'How long are you open?');
    await openIn(bella, id);
    await openIn(marta, id);
    await field(bella).pressSequentially('Let me');
    await marta.getByText('Bella Russo is typing here').first().waitFor();
    await field(bella).fill('');
    await marta.getByText('Bella Russo is typing here').first().waitFor({ state: 'detached' });

    // A note has a field of its own, which stays; what was written there never becomes a text.
    await press(bella, 'Note');
    const note = bella.getByRole('textbox', { name: 'Internal note' });
    await note.fill('They always ask this');
    expect(await bella.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
    await note.press('Enter');
    await thread(marta).getByText('They always ask this').waitFor();
    await eventually(
      () => note.inputValue(),
      (text) => text === '',
    );
    await note.fill('And this is half a note');
    await press(bella, 'Text');
    expect(await field(bella).inputValue()).toBe('');
    await press(bella, 'Note');
    expect(await note.inputValue()).toBe('And this is half a note');
    await note.fill('');
    await press(bella, 'Text');

    // A snippet, undone once, then sent.
    await field(bella).pressSequentially('/ho');
    await bella.getByRole('option', { name: /hours/ }).waitFor();
    await field(bella).press('Enter');
    await eventually(
      () => field(bella).inputValue(),
      (text) => text === 'Hi there, until ten.',
    );
    await field(bella).press('Enter');
    await press(bella, 'Undo');
    expect(await field(bella).inputValue()).toBe('Hi there, until ten.');
    expect(await bodiesOn(from)).toEqual([]);
    await field(bella).press('Enter');
    await press(bella, 'Send now');
    await eventually(
      () => bodiesOn(from),
      (bodies) => bodies.includes('Hi there, until ten.'),
    );
    await thread(marta).getByText('Hi there, until ten.').waitFor();
    expect(await bodiesOn(from)).toEqual(['Hi there, until ten.']);
    expect(await seriousIn(bella)).toEqual([]);
  });

  test('are told before they send what a colleague has answered, or the contact has written, meanwhile', async () => {
    const from = '+14155556301';
    const { id } = await textFrom(from, 'Do you have a table?');
    await openIn(bella, id);
    await field(bella).fill('We are full, I am afraid');
    await field(bella).press('Enter');
    await bella.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    const other = client(world.app);
    await other.signIn('marta@demo.test');
    await other.call('POST', '/livechat/messages', { contact_id: id, body: 'Yes, at eight' });
    await press(bella, 'Send now');
    await bella.getByText('Marta Conti answered in the meantime. Read it, then decide.').waitFor();
    await thread(bella).getByText('Yes, at eight').waitFor();
    await press(bella, 'Discard');

    // To go tomorrow, unless somebody writes before.
    await field(bella).fill('See you tomorrow!');
    await press(bella, 'Send later');
    await bella.getByRole('menuitem', { name: 'In an hour' }).click();
    const scheduled = (page: Page) => page.getByRole('region', { name: 'Scheduled texts' });
    await scheduled(bella).getByText('See you tomorrow!').waitFor();
    await openIn(marta, id);
    await scheduled(marta).getByText('See you tomorrow!').waitFor();
    await api().text(from, number, 'Sorry, we cannot come');
    await scheduled(marta)
      .getByText(/wrote in the meantime. Send it anyway\?/)
      .waitFor();
    await scheduled(bella).getByRole('button', { name: 'Cancel text' }).click();
    await scheduled(marta).waitFor({ state: 'detached' });
    expect(await bodiesOn(from)).toEqual(['Yes, at eight']);
  });

  test('have what they answer, and leave to others what those have', async () => {
    const off = { mode: 'off', people: [], reply_minutes: null, hours: null };
    await api().call('PUT', '/livechat/settings', { ...off, answer_owns: true, assignee_only: true });
    const from = '+14155556351';
    const { id } = await textFrom(from, 'Is the terrace open?');
    await openIn(bella, id);
    await openIn(marta, id);
    await bella.locator('.bk-composer input[type=file]').setInputFiles(picture);
    await field(bella).fill('It is, look');
    await eventually(
      () => bella.getByRole('button', { name: 'Send', exact: true }).isEnabled(),
      (enabled) => enabled,
    );
    await field(bella).press('Enter');
    await press(bella, 'Send now');
    await bella.getByRole('button', { name: 'You. Reassign.' }).waitFor();
    await marta.getByText('Bella Russo is handling this conversation, and only they can reply').waitFor();
    expect(await field(marta).count()).toBe(0);

    // The picture opens in its place, by key as well, and Escape goes back to it.
    const small = thread(marta).getByRole('link', { name: 'Picture you sent' });
    await small.focus();
    await marta.keyboard.press('Enter');
    await marta.getByRole('dialog', { name: 'Picture you sent' }).waitFor();
    expect(await seriousIn(marta)).toEqual([]);
    await marta.keyboard.press('Escape');
    await marta.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(
      () => marta.evaluate<boolean>(`document.activeElement?.matches('a.picture') === true`),
      (focused) => focused,
    );

    await press(marta, 'Take over');
    await field(marta).waitFor();
    await bella.getByText('Marta Conti is handling this conversation, and only they can reply').waitFor();
    await api().call('PUT', '/livechat/settings', { ...off, answer_owns: false, assignee_only: false });
    await field(bella).waitFor();
  });

  test('write again what did not arrive; a tab that was forgotten reads nothing', async () => {
    // The simulator's phone that no text reaches. It writes first, so that no quiet hours hold what is answered.
    const lost = await textFrom('+15005553003', 'Is it ready?');
    await openIn(bella, lost.id);
    await field(bella).fill('Your table is ready');
    await field(bella).press('Enter');
    await press(bella, 'Send now');
    await press(bella, 'Write again');
    expect(await field(bella).inputValue()).toBe('Your table is ready');
    await field(bella).fill('');

    // A clock that can be put forward: four minutes pass without a touch.
    await bella.addInitScript(`{ const now = Date.now; Date.now = () => now.call(Date) + (window.skew ?? 0); }`);
    await bella.reload();
    const from = '+14155556361';
    const { id } = await textFrom(from, 'First');
    const unread = async () => (await api().call<{ data: { unread: number } }>('GET', `/livechat/${id}`)).data.unread;
    await openIn(bella, id);
    const isUnread = (count: number) => eventually(unread, (found) => found === count);
    await isUnread(0);
    await bella.evaluate(`window.skew = 4 * 60_000`);
    await api().text(from, number, 'And then this');
    await thread(bella).getByText('And then this').waitFor();
    // Its reader would have been told at once; what is asked of the server behind it comes later.
    await textFrom('+14155556362', 'Somebody else');
    await bella.locator('.bk-conversation').filter({ hasText: 'Somebody else' }).waitFor();
    expect(await unread()).toBe(1);
    await bella.mouse.move(300, 300);
    await bella.mouse.move(310, 310);
    await isUnread(0);
  });

  test('close many at once, and do without the letters', async () => {
    const phones = ['+14155556401', '+14155556402', '+14155556403'];
    for (const phone of phones) await textFrom(phone, 'Thank you, that was all');
    await bella.getByRole('searchbox', { name: 'Search conversations' }).fill('that was all');
    const found = bella.locator('.bk-conversation');
    await eventually(
      () => found.count(),
      (count) => count === 3,
    );
    // Off: e closes nothing, the arrows walk all the same.
    await press(bella, 'Inbox preferences');
    await bella.getByRole('switch', { name: 'Use single-key shortcuts' }).press('Space');
    await bella.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await bella.getByRole('dialog').waitFor({ state: 'detached' });
    await found.first().focus();
    await bella.keyboard.press('e');
    await bella.keyboard.press('ArrowDown');
    await eventually(
      () =>
        bella.evaluate<number>(`[...document.querySelectorAll('.bk-conversation')].indexOf(document.activeElement)`),
      (at) => at === 1,
    );
    expect(await found.count()).toBe(3);

    await press(bella, 'Select several to close');
    await press(bella, 'Select all shown');
    await bella.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Close' }).click();
    await bella.getByText('3 conversations closed.').waitFor();
    // The one that is looked at stays where it is.
    const others = bella.locator('.bk-conversation:not(.open)');
    await eventually(
      () => others.count(),
      (count) => count === 0,
    );
    expect(await seriousIn(bella)).toEqual([]);
  });

  test('go by letter and by palette to what is nobody’s, mine or late; a letter behind g is another screen’s', async () => {
    const from = '+14155556501';
    const { id } = await textFrom(from, 'Who takes me?');
    const row = (page: Page) => page.locator(`[data-id="${id}"]`);
    await row(marta).focus();
    // Alone it would write a note.
    await marta.keyboard.press('g');
    await marta.keyboard.press('n');
    await marta.waitForURL(/\/notifications/);
    expect((await rows(`&search=${from.slice(-7)}`))[0]!.assignee).toBeNull();
    await marta.goBack();
    await row(marta).focus();
    await marta.keyboard.press('u');
    await marta.waitForURL(/assignee=nobody/);
    await row(marta).waitFor();
    await marta.keyboard.press('j');
    await row(marta).focus();
    await marta.keyboard.press('n');
    await marta.getByRole('textbox', { name: 'Internal note' }).waitFor();
    await command(marta, 'Assign this conversation to me');
    await eventually(
      () => rows(`&search=${from.slice(-7)}`),
      (found) => found[0]?.assignee === 'Marta Conti',
    );
    await command(marta, 'Conversations: mine');
    await marta.waitForURL(/assignee=mine/);
    await row(marta).waitFor();
    await command(marta, 'Close this conversation');
    await eventually(
      () => rows(`&search=${from.slice(-7)}`),
      (found) => found.length === 0,
    );
    await close(bella);
    await close(marta);
  });
});
