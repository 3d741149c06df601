import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../web/api/errors.ts';
import type { AppConfig } from '../../api/contract/whitelabels.ts';
import { loadWithin, withTimeout } from '../../web/core/with-timeout.ts';
import { duration } from '../../web/core/toast.ts';
import { updatingProfile } from '../../web/session/refused.ts';
import { createConfigStore, dress, platformConfig, writtenConfig } from '../../web/session/config.ts';
import { createSession } from '../../web/session/session.ts';

const storage = () =>
  Object.fromEntries(
    Object.keys(localStorage)
      .sort()
      .map((key) => [key, localStorage.getItem(key)]),
  );
const open = () => createSession(localStorage, sessionStorage, window);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('acting as somebody else', () => {
  test("keeps the main account's token and role under the names of the specification", () => {
    const session = open();
    session.start('admin');
    session.actAs({ token: 'agency' }, { role: 'Admin', path: '/admin/agencies?page=3' });
    expect(storage()).toEqual({ access_token: 'agency', main_access_token: 'admin', main_access_role: 'Admin' });
    expect([session.token(), session.isActing(), session.mainRole()]).toEqual(['agency', true, 'Admin']);
  });
  test('in a chain the first main account stays the main one, and so does the place it left', () => {
    const session = open();
    session.start('admin');
    session.actAs({ token: 'agency' }, { role: 'Admin', path: '/admin/agencies?page=3' });
    session.actAs({ token: 'business' }, { role: 'Agency', path: '/agency/businesses' });
    expect(storage()).toEqual({ access_token: 'business', main_access_token: 'admin', main_access_role: 'Admin' });
    expect(session.returnToMain()).toEqual({ role: 'Admin', path: '/admin/agencies?page=3' });
    expect(storage()).toEqual({ access_token: 'admin' });
    expect([session.isActing(), session.returnToMain()]).toEqual([false, false]);
  });
  test('returning leaves nothing behind of what was written meanwhile', () => {
    const session = open();
    session.start('admin');
    session.actAs({ token: 'business' }, { role: 'Admin', path: '/admin/businesses' });
    sessionStorage.setItem('draft:1', 'half a text');
    session.returnToMain();
    expect(sessionStorage.length).toBe(0);
  });
  test("another tab goes back to the role's home: it does not know the place", () => {
    const session = open();
    session.start('admin');
    session.actAs({ token: 'agency' }, { role: 'Admin', path: '/admin/agencies' });
    sessionStorage.clear();
    expect(session.returnToMain()).toEqual({ role: 'Admin', path: null });
  });
  test('other tabs follow', () => {
    const session = open();
    let told = 0;
    session.subscribe(() => {
      told += 1;
    });
    for (const key of ['access_token', 'main_access_token', null, 'color_scheme'])
      window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(told).toBe(3);
  });
});

test("signing out, or a profile that was refused, clears all tokens; a new sign-in is nobody's main account", () => {
  const session = open();
  session.start('admin');
  session.actAs({ token: 'agency' }, { role: 'Admin', path: '/' });
  session.clear();
  expect([storage(), sessionStorage.length, session.token()]).toEqual([{}, 0, null]);
  localStorage.setItem('main_access_token', 'stale');
  session.start('fresh');
  expect(storage()).toEqual({ access_token: 'fresh' });
});

const brand: AppConfig = {
  name: 'Northwind',
  logo: null,
  favicon: null,
  color: '#0f766e',
  custom_domain: null,
  subdomain: 'northwind',
  support_email: 'help@northwind.test',
  whitelabel: { domain: 'northwind.localhost', favicon: null, name: 'Northwind' },
  sandbox: null,
};
function page(written?: unknown): Document {
  const made = document.implementation.createHTMLDocument('Platform');
  made.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
  if (written !== undefined)
    made.head.insertAdjacentHTML(
      'beforeend',
      `<script type="application/json" id="app-config">${typeof written === 'string' ? written : JSON.stringify(written)}</script>`,
    );
  return made;
}
const icon = (made: Document) => made.querySelector('link[rel~="icon"]')?.getAttribute('href') ?? null;

describe('the configuration of a host name', () => {
  test('is read from the page before anything is asked', () => {
    const load = vi.fn<() => Promise<AppConfig>>();
    const made = page(brand);
    const store = createConfigStore({
      written: writtenConfig(made),
      load,
      fallback: platformConfig(made),
      onChange: (config) => {
        dress(made, config);
      },
    });
    expect([store.get(), load.mock.calls.length, made.title]).toEqual([brand, 0, 'Northwind']);
  });
  test.each(['', '{', '{"name":1}', '[]'])('what is no configuration (%j) counts as none', (text) => {
    expect(writtenConfig(page(text))).toBeNull();
  });
  test('without one in the page it is asked for, and nothing is shown meanwhile', async () => {
    let answer: (config: AppConfig) => void = () => undefined;
    const made = page();
    const store = createConfigStore({
      written: writtenConfig(made),
      load: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      fallback: platformConfig(made),
      onChange: (config) => {
        dress(made, config);
      },
    });
    expect(store.get()).toBeNull();
    answer(brand);
    await vi.waitFor(() => {
      expect(store.get()).toEqual(brand);
    }, 30_000);
  });
  test("when nobody answers it is the platform's own", async () => {
    const made = page();
    const store = createConfigStore({
      written: null,
      load: () => Promise.reject(new Error('away')),
      fallback: platformConfig(made),
      onChange: () => undefined,
    });
    await vi.waitFor(() => {
      expect(store.get()).toMatchObject({ name: 'Platform', whitelabel: null });
    }, 30_000);
  });
  test('read anew after signing out, it shows the old one until the new one is there, and keeps it when nobody answers', async () => {
    const answers = [Promise.resolve({ ...brand, name: 'Southwind' }), Promise.reject(new Error('away'))];
    const seen: string[] = [];
    const store = createConfigStore({
      written: brand,
      load: () => answers.shift()!,
      fallback: brand,
      onChange: (config) => {
        seen.push(config.name);
      },
    });
    const first = store.reload();
    expect(store.get()?.name).toBe('Northwind');
    await first;
    await store.reload();
    expect(seen).toEqual(['Northwind', 'Southwind']);
  });
  test("a brand without a favicon shows its letter, never the platform's mark", () => {
    const made = page(brand);
    dress(made, brand);
    expect(icon(made)).toContain('data:image/svg+xml');
    expect(decodeURIComponent(icon(made)!)).toContain('>N<');
    dress(made, { ...brand, favicon: '/media/n.png' });
    expect(icon(made)).toBe('/media/n.png');
    dress(made, { ...brand, whitelabel: null });
    expect(icon(made)).toBe('/favicon.svg');
  });
});

describe('the rest of the catalogue of errors (specification, section 8)', () => {
  const outcome = (promise: Promise<unknown>) =>
    Promise.race([
      promise.then(
        () => 'answered',
        () => 'rejected',
      ),
      new Promise((resolve) => {
        setTimeout(resolve, 20, 'open');
      }),
    ]);
  test("a 401 on a profile update clears the session and is not rejected to the form; other failures are the form's", async () => {
    const session = open();
    session.start('token');
    expect(await outcome(updatingProfile(session, () => Promise.reject(new ApiError(422, null))))).toBe('rejected');
    expect(session.token()).toBe('token');
    expect(await outcome(updatingProfile(session, () => Promise.reject(new ApiError(401, null))))).toBe('open');
    expect(session.token()).toBeNull();
  });
  test('a screen that does not load within 120 s has failed', async () => {
    vi.useFakeTimers();
    try {
      let failed: unknown = null;
      withTimeout(new Promise(() => undefined)).catch((error: unknown) => {
        failed = error;
      });
      await vi.advanceTimersByTimeAsync(loadWithin - 1);
      expect(failed).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(failed).toBeInstanceOf(Error);
      expect(loadWithin).toBe(120_000);
    } finally {
      vi.useRealTimers();
    }
  });
  test('a screen that loads in time is not failed afterwards', async () => {
    expect(await withTimeout(Promise.resolve('screen'))).toBe('screen');
  });
  test('toasts stay for 5 seconds', () => {
    expect(duration).toBe(5000);
  });
});
