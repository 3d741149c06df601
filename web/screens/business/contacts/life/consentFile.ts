import type { ConsentAsOf, ConsentProofLine } from '../../../../../api/contract/contact-life.ts';
import { type DateStyle, exact } from '../../../../format/date.ts';
import { maybe, t } from './texts.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)!};`);

/** How a line of proof came about, in words. */
export const lineWords = ({ channel, kind, how, keyword }: ConsentProofLine): string =>
  `${t(`consent.${channel}.${kind}`)} ${maybe(`consent.how.${how}`, { keyword: keyword ?? '' }) ?? how}`;

/** What a line holds besides, each with its words: what was shown, where, from which address, who recorded it. */
export function proofOf(line: ConsentProofLine): readonly string[] {
  const { words, reason, campaign, page_version: version, box, ip_address: ip, provider_message_id: carrier } = line;
  return [
    ...(words === null ? [] : [t('consent.words', { words })]),
    ...(reason === null ? [] : [t('asOf.reason', { words: reason })]),
    ...(campaign === null || campaign.name === '' ? [] : [t('life.open.campaign', { name: campaign.name })]),
    ...(version === null ? [] : [pageWords(version)]),
    ...(box === true ? [t('consent.box')] : []),
    ...(ip === null ? [] : [t('consent.from', { ip })]),
    ...(carrier === null ? [] : [t('consent.proof', { id: carrier })]),
    ...(line.actor === '' ? [] : [t('asOf.by', { name: line.actor })]),
  ];
}

/** `<campaign>@<version>#<fingerprint>`: the campaign is named already. */
function pageWords(pageVersion: string): string {
  const [, version = pageVersion, mark = ''] = /@(\d+)#(\w+)/.exec(pageVersion) ?? [];
  return t('asOf.page', { version, mark: mark.slice(0, 16) });
}

/** The proof as a page of its own, to be kept, sent or printed. */
export function consentPage(name: string, consent: ConsentAsOf, style: DateStyle): string {
  const channel = (which: 'text' | 'email') => {
    const { state, since, proof } = consent[which];
    const began = since === null ? '' : ` ${t('asOf.since', { at: exact(since, style) })}`;
    return `<h2>${escaped(t(`asOf.${which}`))}: ${escaped(t(`asOf.state.${state}`))}</h2>
<p>${escaped(began)}</p>${proof === null ? '' : shown(proof)}`;
  };
  const shown = (line: ConsentProofLine) =>
    `<p><b>${escaped(exact(line.at, style))}</b> ${escaped(lineWords(line))}</p><ul>${proofOf(line)
      .map((one) => `<li>${escaped(one)}</li>`)
      .join('')}</ul>`;
  const title = escaped(t('asOf.title', { name }));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}li{overflow-wrap:anywhere}</style>
<h1>${title}</h1>
<p>${escaped(t('asOf.asOf', { at: exact(consent.at, style), now: exact(new Date().toISOString(), style) }))}</p>
${channel('text')}${channel('email')}
<h2>${escaped(t('asOf.history'))}</h2>${consent.lines.map(shown).join('')}</html>`;
}
