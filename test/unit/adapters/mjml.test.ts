import { describe, expect, it } from 'vitest';
import { createEmailCompiler } from '../../../adapters/mjml/index.ts';
import { blockKinds } from '../../../domain/email-design/blocks.ts';
import { apply } from '../../../domain/email-design/commands.ts';
import { blocksOf, checkDesign, type EmailDesign } from '../../../domain/email-design/model.ts';
import { docOf, tidyDoc } from '../../../domain/email-design/text.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { fill } from '../../../domain/personalization/template.ts';
import { counter, everyBlock } from '../../support/email-designs.ts';
import { vectors } from '../../support/xss.ts';

/** What these tests ask of a parsed page; jsdom brings no types. */
interface Page {
  querySelectorAll(
    selector: string,
  ): Iterable<{ attributes: Iterable<{ name: string; value: string }> }> & { readonly length: number };
}
const { JSDOM } = (await import('jsdom' as string)) as {
  JSDOM: new (html: string, options: object) => { readonly window: { readonly document: Page } };
};

const compiler = createEmailCompiler();
const htmlOf = async (design: EmailDesign, values: Record<string, string> = {}, subject = 'Hello') =>
  fill((await compiler.compile({ design, subject, base: 'https://mail.example' })).html, values, 'html');
const only = (kind: (typeof blockKinds)[number], set: Record<string, unknown> = {}): EmailDesign => {
  const design = everyBlock([kind]);
  return apply(design, { do: 'set-block', id: blocksOf(design)[0]!.id, set }, counter());
};

describe('merge fields in compiled emails', () => {
  it('survive in words, attributes and links, each escaped for where it stands', async () => {
    const html = await htmlOf(everyBlock(), { first_name: 'A&n "<b>', coupon_link: 'https://x.example/?a=1&b=2' });
    expect(html).toContain('Hello A&#38;n &#34;&#60;b&#62;</h1>');
    expect(html).toContain('href="https://bellas.example/book?who=A%26n%20%22%3Cb%3E"');
    expect(html).toContain('href="https://x.example/?a=1&#38;b=2"');
    expect(html).not.toMatch(/\{\{|zq\d{4}qz/);
  });
  it('more than fifty in one text are all filled in', async () => {
    const text = Array.from({ length: 80 }, (_, index) => `${index}:{{first_name|x}}`).join(' ');
    const html = await htmlOf(only('text', { doc: docOf(text) }), { first_name: 'Ann' });
    expect(html.match(/:Ann/g)).toHaveLength(80);
  });
  it('what people wrote that looks like a name of what is held back stays what it is', async () => {
    const html = await htmlOf(only('heading', { text: 'zq0000qz zq0001qz' }));
    expect(html).toContain('>zq0000qz zq0001qz</h1>');
  });
});

describe('nothing that people write runs', () => {
  const document = (html: string) =>
    new JSDOM(html, { runScripts: 'outside-only', url: 'https://mail.example/' }).window.document;
  const harmless = (html: string) => {
    const page = document(html);
    expect(page.querySelectorAll('script,iframe,object,embed,svg,math,form,base,textarea')).toHaveLength(0);
    for (const element of page.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        if (['href', 'src', 'action'].includes(name))
          expect(value.trim()).not.toMatch(/^(?:javascript|data|vbscript):/i);
        if (name === 'style') expect(value).not.toMatch(/url\(|expression/i);
      }
  };
  /** A design with the same words wherever words can stand. */
  const everywhere = (word: string): unknown => {
    const design = everyBlock();
    const change = (value: unknown, key: string): unknown => {
      if (['id', 'kind', 'align', 'hidden', 'style', 'network', 'layout', 'font', 'headingFont', 'type'].includes(key))
        return value;
      if (Array.isArray(value)) return value.map((one) => change(one, ''));
      if (key === 'doc')
        return tidyDoc({
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: word,
                  marks: [
                    { type: 'link', attrs: { href: word } },
                    { type: 'textStyle', attrs: { color: word, size: word } },
                  ],
                },
              ],
            },
          ],
        });
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
      const addresses = ['link', 'url', 'poster', 'color', 'textColor', 'background', 'paper', 'ink', 'brand'];
      return typeof value === 'string' && !addresses.includes(key) ? word.slice(0, 80) : value;
    };
    return change(design, '');
  };
  it.each(vectors)('%j in every text of a design', async (word) => {
    const design = checkDesign(everywhere(word));
    harmless(await htmlOf(design, {}, word));
  });
  it.each(vectors)('%j as what is merged, also where a link is merged', async (word) => {
    harmless(
      await htmlOf(
        everyBlock(),
        Object.fromEntries(
          ['first_name', 'coupon_code', 'coupon_link', 'business_name', 'business_address', 'unsubscribe_link'].map(
            (field) => [field, word],
          ),
        ),
      ),
    );
  });
  it.each(vectors)('%j as an address or a colour is refused', (word) => {
    for (const [kind, field] of [
      ['button', 'link'],
      ['image', 'url'],
      ['image', 'link'],
      ['video', 'poster'],
      ['coupon', 'link'],
      ['button', 'color'],
      ['divider', 'color'],
    ] as const)
      expect(() => checkDesign(only(kind, { [field]: word })), `${kind}.${field}`).toThrow(DomainError);
    expect(() => checkDesign({ ...everyBlock(), settings: { font: word } })).toThrow(DomainError);
    expect(() => checkDesign({ ...everyBlock(), settings: { background: word } })).toThrow(DomainError);
  });
});

describe('what email programs get wrong', () => {
  it('hiding on phones changes nothing for Outlook on Windows, which knows no widths', async () => {
    const html = await htmlOf(only('heading', { hidden: 'mobile' }));
    expect(html).toMatch(/@media only screen and \(max-width:479px\)\{[^@]*\.bk-desk\{display:none !important\}/);
    // What it reads without media queries does not hide.
    expect(html.replace(/@media[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')).not.toMatch(/\.bk-desk\{/);
    expect(html).not.toMatch(/class="[^"]*bk-phone/);
  });
  it('what is for phones alone is hidden in Outlook by its own word', async () => {
    const html = await htmlOf(only('heading', { hidden: 'desktop' }));
    expect(html).toContain(
      '.bk-phone{display:none !important;mso-hide:all}.bk-phone-outlook{display:none;mso-hide:all}',
    );
    expect(html).toMatch(/<td[^>]*class="bk-ink bk-phone"/);
  });
  it('a button is a cell with padding, so that Outlook cuts no words off', async () => {
    const html = await htmlOf(only('button'));
    expect(html).toMatch(/<td[^>]*bgcolor="#3538cd"[^>]*mso-padding-alt:12px 24px/s);
    expect(html).toMatch(/<a[^>]*href="https:\/\/bellas.example\/book/s);
  });
  it('dark mode is said to programs that heed the system, and to Outlook', async () => {
    const html = await htmlOf(everyBlock());
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('[data-ogsc] .bk-ink div');
    expect(html).toContain('[data-ogsb] .bk-paper');
  });
  it('asks nobody else for anything: no fonts, no icons, no pictures but those that were chosen', async () => {
    const html = await htmlOf(everyBlock());
    const asked = [...html.matchAll(/(?:src|background)="([^"]+)"|url\(([^)]+)\)|@import|<link/g)].map(
      ([all, src]) => src ?? all,
    );
    expect(new Set(asked)).toEqual(
      new Set(['https://mail.example/stock/pizza-margherita.webp', 'https://mail.example/stock/fresh-bread.webp']),
    );
  });
  it('the footer with address and way out is under every email, whatever the design says', async () => {
    for (const design of [everyBlock(), checkDesign({ sections: [], footer: { note: '' } })]) {
      const values = { business_address: '1 Main Street', unsubscribe_link: 'https://x.example/u/1' };
      const html = await htmlOf(design, values);
      expect(html).toContain('1 Main Street');
      expect(html).toMatch(/href="https:\/\/x.example\/u\/1">Fewer emails, or none<\/a>/);
    }
  });
  it('empty sections take no room', async () => {
    const empty = apply(
      everyBlock(['text']),
      { do: 'add-section', layout: 'thirds', at: 0 },
      () => `e${Math.random().toString(36).slice(2, 8)}`,
    );
    expect(await htmlOf(empty)).toBe(await htmlOf(everyBlock(['text'])));
  });
});

describe('golden files: what a block is in the email changes knowingly', () => {
  it.each(blockKinds)('%s', async (kind) => {
    const html = await htmlOf(only(kind), {
      first_name: 'Ann',
      coupon_code: 'SAVE-1',
      coupon_link: 'https://x.example/c',
    });
    const from = html.indexOf('<body');
    await expect(`${html.slice(from)}\n`).toMatchFileSnapshot(`golden/mail-${kind}.html`);
  });
});
