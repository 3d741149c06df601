import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { type Application, startApplication } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { firstStart } from '../support/first-start.ts';

/** The whole product as `npm start` runs it, with its demo, and a browser to look at it with. One for each file. */
export interface World {
  readonly app: Application;
  readonly browser: Browser;
  /** A page in a context of its own, at a path, signed in by way of the API; for those who sign in by hand: `guest`. */
  as(email: string, path: string, options?: BrowserContextOptions): Promise<Page>;
  guest(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

const desktop = { viewport: { width: 1440, height: 900 } };

/** The product on a copy of a first start that all these files share: it starts in a fraction of the time. */
export const openWorld = async (): Promise<World> => worldOf({}, await firstStart());
/**
 * The product from its own first start: for files that are about payments, and those that tell it more by `env`;
 * `DEMO: 'on'`, that its businesses have a past.
 */
export const openNewWorld = (env: Record<string, string> = {}): Promise<World> => worldOf(env, null);

async function worldOf(env: Record<string, string>, data: string | null): Promise<World> {
  const [app, browser] = await Promise.all([startApplication(env, data), launchChromium()]);
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (email: string): Promise<string> => {
    const token = tokens.get(email) ?? signInToken(app, email, app.password);
    tokens.set(email, token);
    return token;
  };
  const contextOf = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({ ...desktop, ...options });
    context.setDefaultTimeout(60_000);
    return context;
  };
  return {
    app,
    browser,
    async as(email, path, options = {}) {
      const token = await tokenOf(email);
      const context = await contextOf(options);
      // Once: what the page does with its session afterwards is the page's business, also over a reload.
      await context.addInitScript((value) => {
        if (sessionStorage.getItem('signed-in-by-test') !== null) return;
        sessionStorage.setItem('signed-in-by-test', 'yes');
        localStorage.setItem('access_token', value);
      }, token);
      const page = await context.newPage();
      await page.goto(`${app.url}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      return page;
    },
    guest: async (options = {}) => (await contextOf(options)).newPage(),
    async close() {
      await browser.close();
      await app.dispose();
    },
  };
}

/** By way of the sign-in screen, for tests in which it is the subject, or another host is. */
export async function signIn(
  { app, guest }: World,
  email: string,
  { path = '/login', origin = app.url }: { readonly path?: string; readonly origin?: string } = {},
): Promise<Page> {
  const page = await guest();
  await page.goto(`${origin}${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(app.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return page;
}

export const close = (page: Page): Promise<void> => page.context().close();
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export const tryToSignIn = (app: Pick<Application, 'url'>, email: string, password: string): Promise<Response> =>
  fetch(`${app.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
export async function signInToken(app: Pick<Application, 'url'>, email: string, password: string): Promise<string> {
  const response = await tryToSignIn(app, email, password);
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** A screen with everything on it that it asks for. */
const isThere = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).first().waitFor();

/** Opens each of these screens by its address and looks at it. */
export async function looksRight(app: Pick<Application, 'url'>, page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(app.url + path);
    await isThere(page);
    await page.waitForLoadState('networkidle');
    await lookAt(page, path);
  }
}

/** Goes from one of these screens to the next as a link of the application does, without loading it again, and looks at each. */
export async function looksRightGoingOn(page: Page, paths: readonly string[]): Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  for (const path of paths) {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    do await page.evaluate(nothingChangesFor(250));
    while (asked.size > 0);
    await isThere(page);
    expect(await page.evaluate('location.pathname + location.search')).toBe(path);
    await lookAt(page, path);
  }
}

/** Resolves when the document has stayed as it is for this long, in milliseconds. */
const nothingChangesFor = (ms: number): string => `new Promise((resolve) => {
  const done = () => (changes.disconnect(), resolve());
  let timer = setTimeout(done, ${ms});
  const changes = new MutationObserver(() => (clearTimeout(timer), (timer = setTimeout(done, ${ms}))));
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;

/** Nothing sticks out sideways, axe finds nothing serious. */
async function lookAt(page: Page, name: string): Promise<void> {
  const sticksOut = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  expect([name, sticksOut, ...(await seriousIn(page))]).toEqual([name, 0]);
}

const views = [390, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

const isColorMoving = 'document.getAnimations().some((each) => each instanceof CSSTransition)';
/** No list is dimmed while its rows are loaded, and no color is on its way to another: of such a page axe says nothing true. */
export async function atRest(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  await expect.poll(() => page.evaluate<boolean>(isColorMoving)).toBe(false);
}

/**
 * The page as it stands, at three widths in light and dark: these words are there, nothing sticks out sideways, axe finds
 * nothing serious. `SCREENSHOTS` names a folder that gets a picture of each.
 */
export async function inAllViews(page: Page, name: string, words: readonly Locator[]): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  for (const { width, scheme } of views) {
    const view = `${name} at ${width} px, ${scheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    await atRest(page);
    for (const each of words) await each.first().waitFor();
    await lookAt(page, view);
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${view.replace(/\W+/g, '-')}.png`, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(desktop.viewport);
}

/** Opens the menu of the row (or card) that holds this text and chooses. */
export async function rowAction(page: Page, text: string, action: RegExp): Promise<void> {
  const row = page.locator('tr, li').filter({ hasText: text }).first();
  await row.waitFor();
  const direct = row.getByRole('button', { name: action });
  if ((await direct.count()) > 0) return direct.first().click();
  await row.getByRole('button', { name: /actions/i }).click();
  await page.getByRole('menuitem', { name: action }).first().click();
}

/** The link of the newest email to an address, from the sandbox's inbox. */
export async function linkEmailedTo(app: Pick<Application, 'sandboxUrl'>, address: string): Promise<string> {
  const emails = await eventually(
    async () =>
      (
        (await (await fetch(`${app.sandboxUrl}/inbox/messages?to=${encodeURIComponent(address)}`)).json()) as {
          messages: { text: string | null }[];
        }
      ).messages,
    (found) => found.some((email) => email.text?.includes('/passwords/reset?token=')),
  );
  return /https?:\/\/\S+\/passwords\/reset\?token=[\w-]+/.exec(
    emails.find((email) => email.text?.includes('/passwords/reset'))!.text!,
  )![0];
}
