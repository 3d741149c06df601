import { describe, expect, test } from 'vitest';
import { routes } from '../../web/app/routes.ts';
import { activeEntry, menuFor, showsMessage } from '../../web/shell/menu.ts';
import { shortcutOf } from '../../web/shell/shortcuts.ts';

const entries = menuFor('Business', {});
const names = (flags: Parameters<typeof menuFor>[1]) => menuFor('Business', flags).map((entry) => entry.name);

describe('the menu', () => {
  test('every entry leads to a screen that exists, under its own name', () => {
    for (const entry of entries) expect(routes.find((route) => route.path === entry.path)?.name).toBe(entry.name);
  });
  test('other roles have no entries yet', () => { expect([menuFor('Admin', {}), menuFor('Agency', {})]).toEqual([[], []]); });

  test.each([
    [{ is_enabled_livechat: true, agency_livechat: false, is_active_livechat: false }, true],
    [{ is_enabled_livechat: false, agency_livechat: true, is_active_livechat: true }, true],
    [{ is_enabled_livechat: false, agency_livechat: null, is_active_livechat: true }, true],
    [{ is_enabled_livechat: false, agency_livechat: true, is_active_livechat: false }, false],
    [{ is_enabled_livechat: false, agency_livechat: false, is_active_livechat: true }, false],
  ])('Message with %j: %s', (flags, shown) => {
    expect(showsMessage(flags)).toBe(shown);
    expect(names(flags).includes('business.livechat.index')).toBe(shown);
  });

  test('the entry of a path is found by its prefix, and only at a boundary', () => {
    expect(activeEntry(entries, '/business/contacts/12/edit')?.name).toBe('business.contacts.index');
    expect(activeEntry(entries, '/business/contactsheet')).toBeNull();
    expect(activeEntry(entries, '/business/livechat')?.name).toBe('business.livechat.index');
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) => ({ key, mod: false, alt: false, typing: false, inDialog: false, ...more });
  test('g and a letter go places; the letter alone does nothing', () => {
    expect(shortcutOf(press('g'), false, entries)).toEqual({ do: 'lead' });
    expect(shortcutOf(press('m'), true, entries)).toEqual({ do: 'go', path: '/business/livechat' });
    expect(shortcutOf(press('m'), false, entries)).toEqual({ do: 'nothing' });
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length);
  });
  test('/ searches, ? helps, Ctrl or ⌘ K opens the palette', () => {
    expect([press('/'), press('?'), press('k', { mod: true })].map((key) => shortcutOf(key, false, entries).do)).toEqual(['search', 'help', 'palette']);
  });
  test('while somebody types or a dialog is open, only the palette answers', () => {
    for (const where of [{ typing: true }, { inDialog: true }]) {
      for (const key of ['/', '?', 'g']) expect(shortcutOf(press(key, where), false, entries)).toEqual({ do: 'nothing' });
      expect(shortcutOf(press('K', { ...where, mod: true }), false, entries)).toEqual({ do: 'palette' });
    }
  });
});
