import type { AppConfig } from '../../api/contract/whitelabels.ts';
import { defaultBrand, readableUnderWhite } from '../theme/color.ts';

/**
 * The configuration that the server wrote into the page for this host name: `<script type="application/json"
 * id="app-config">`. Null: none, or not readable.
 */
export function writtenConfig(page: Document): AppConfig | null {
  const text = page.getElementById('app-config')?.textContent ?? '';
  if (text.trim() === '') return null;
  try {
    const config = JSON.parse(text) as AppConfig | null;
    return typeof config?.name === 'string' ? config : null;
  } catch {
    return null;
  }
}

/**
 * The platform's own: what is shown when no configuration can be had. Its name is the page's own title, so that no
 * bundle carries it to a tenant's host.
 */
export const platformConfig = (page: Document): AppConfig => ({
  name: page.title.replaceAll('\u200b', ''),
  logo: null,
  favicon: null,
  color: null,
  custom_domain: null,
  subdomain: null,
  support_email: null,
  whitelabel: null,
  sandbox: null,
});

/** Puts what lies outside of the application under the brand: colour, favicon and, as long as no screen has set its own, the title. */
export function dress(page: Document, config: AppConfig): void {
  page.documentElement.style.setProperty('--brand', brandOf(config.color));
  if (page.title !== config.name && !page.title.endsWith(` · ${config.name}`)) page.title = config.name;
  const favicon =
    config.favicon ?? config.whitelabel?.favicon ?? (config.whitelabel ? letterIcon(config) : '/favicon.svg');
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
  const link = links.shift() ?? page.head.appendChild(Object.assign(page.createElement('link'), { rel: 'icon' }));
  for (const other of links) other.remove();
  if (link.getAttribute('href') !== favicon) {
    link.removeAttribute('type');
    link.setAttribute('href', favicon);
  }
}

/** The first letter of a name, for a mark where there is no picture. */
export const letterOf = (name: string): string => ([...name.trim()][0] ?? '·').toLocaleUpperCase();

/** A favicon for a brand that has none: its letter on its colour. */
function letterIcon({ name, color }: AppConfig): string {
  const letter = letterOf(name).replace(/[<&>"']/g, '·');
  const ground = isColor(color) ? color : '#3f4654';
  const font = 'font-family="sans-serif" font-size="18" font-weight="700" fill="#fff" text-anchor="middle"';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${ground}"/><text x="16" y="22.500" ${font}>${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const isColor = (value: string | null): value is string => value !== null && /^#[0-9a-f]{6}$/i.test(value);

/** The accent of a tenant's colour: `#rrggbb`, darkened where white could not be read on it; anything else is the platform's own. */
export const brandOf = (color: string | null): string => readableUnderWhite(isColor(color) ? color : defaultBrand);

export interface ConfigStore {
  /** Null until the configuration of this host name is known. */
  get(): AppConfig | null;
  /** Reads it anew; what is shown stays until the answer is there. */
  reload(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** The configuration of the host name: what the page brought, else what the server answers, else the platform's own. */
export function createConfigStore({
  written,
  load,
  fallback,
  onChange,
}: {
  readonly written: AppConfig | null;
  readonly load: () => Promise<AppConfig>;
  readonly fallback: AppConfig;
  readonly onChange: (config: AppConfig) => void;
}): ConfigStore {
  const listeners = new Set<() => void>();
  let current = written;
  let asked = 0;
  const become = (config: AppConfig) => {
    if (JSON.stringify(config) === JSON.stringify(current)) return;
    current = config;
    onChange(config);
    for (const listener of listeners) listener();
  };
  async function reload() {
    const mine = ++asked;
    const answer = await load().catch(() => null);
    if (mine === asked) become(answer ?? current ?? fallback);
  }
  if (written) onChange(written);
  else void reload();
  return {
    get: () => current,
    reload,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
