import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { deadLinkProblem, deadLinksOf, hintsOf } from '../../../../../api/contract/email-design.ts';
import { mergeFields, readTemplate } from '../../../../../api/contract/personalization.ts';
import { useRead } from '../../../../data/read.ts';
import { useProfile } from '../../../../session/profile.tsx';
import { here, letter } from '../presentation.tsx';
import { t } from '../texts.ts';
import { neverHere, notHere } from './MergeMenu.tsx';
import { type EmailContent, useDesign } from './useDesign.ts';
import type { Draft } from './useDraft.ts';
import type { Estimate } from './useEstimate.ts';

interface Check {
  readonly key: string;
  /** `bad`: it can't go out like this. */
  readonly tone: 'good' | 'warn' | 'bad';
  readonly words: string;
  /** Leads to where it is mended. */
  readonly mend?: ReactNode;
}

/** What might keep an email from going out or from being read, before somebody presses the button; each leads to its cure. */
export function Checks({
  id,
  draft,
  estimate: { credit, funnel },
  onVariant,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly estimate: Estimate;
  readonly onVariant: (variant: number) => void;
}) {
  const emails = draft.contents.filter((content) => content.kind === 'mail');
  const letterhead = credit?.mail ?? null;
  const { business } = useProfile();
  const common: Check[] = [];
  if (letterhead !== null) {
    common.push(
      letterhead.from === null ?
        {
          key: 'from',
          tone: 'bad',
          words: t('bc.check.noSender'),
          mend:
            business?.agency === null ?
              <Link href="/business/settings?tab=6">{t('bc.check.toSender')}</Link>
            : t('bc.check.askAgency'),
        }
      : { key: 'from', tone: 'good', words: t('bc.check.sender', { ...letterhead.from }) },
    );
    common.push(
      letterhead.has_address ?
        { key: 'address', tone: 'good', words: t('bc.check.address') }
      : {
          key: 'address',
          tone: 'bad',
          words: t('bc.check.noAddress'),
          mend: <Link href="/business/settings?tab=3">{t('bc.check.toAddress')}</Link>,
        },
    );
  }
  if (funnel !== null && funnel.recipients === 0)
    common.push({ key: 'nobody', tone: 'bad', words: t('bc.check.nobody') });
  common.push({ key: 'out', tone: 'good', words: t('bc.check.unsubscribe') });
  return (
    <section className="bk-card bc-checks" aria-label={t('bc.check.title')}>
      <header>
        <h2>{t('bc.check.title')}</h2>
      </header>
      <ul>
        {emails.map((content, variant) => (
          <OfVariant
            key={variant}
            id={id}
            content={content}
            campaignId={draft.campaign_id}
            variant={variant}
            several={emails.length > 1}
            withoutLink={letterhead?.fields_without_link ?? []}
            show={() => {
              onVariant(variant);
            }}
          />
        ))}
        {common.map((check) => (
          <Row key={check.key} check={check} />
        ))}
      </ul>
    </section>
  );
}

function OfVariant({
  id,
  content,
  campaignId,
  variant,
  several,
  withoutLink,
  show,
}: {
  readonly id: string;
  readonly content: EmailContent;
  readonly campaignId: string | null;
  readonly variant: number;
  readonly several: boolean;
  /** Merge fields of the business that can't be a link. */
  readonly withoutLink: readonly string[];
  readonly show: () => void;
}) {
  const { design, gone } = useDesign(content);
  const custom = useRead('/custom-fields', { query: { per_page: 100 } }).data?.data ?? [];
  const known = mergeFields(custom)
    .map(({ name }) => name)
    .filter((name) => !neverHere.has(name) && (campaignId !== null || !notHere.has(name)));
  const subject = content.subject?.trim() ?? '';
  const at = (words: string) => (several ? `${letter(variant)}: ${words}` : words);
  const toField = (field: string, words: string) => (
    <button
      type="button"
      onClick={() => {
        show();
        requestAnimationFrame(() => {
          const target = document.getElementById(field);
          target?.scrollIntoView({ block: 'center' });
          (target?.matches('input') === true ? target : target?.querySelector<HTMLElement>('a,button'))?.focus();
        });
      }}
    >
      {words}
    </button>
  );
  const checks: Check[] = [];
  const broken = (words: string) => {
    const { parts, problems } = readTemplate(words);
    const unknown = parts.find((part) => typeof part !== 'string' && !known.includes(part.field));
    return problems[0] ?? (unknown === undefined || typeof unknown === 'string' ? null : `{{${unknown.field}}}`);
  };
  if (subject === '')
    checks.push({
      key: 'subject',
      tone: 'bad',
      words: at(t('bc.check.noSubject')),
      mend: toField('bc-subject', t('bc.check.toSubject')),
    });
  const wrong = broken(subject) ?? broken(content.preheader ?? '');
  if (wrong !== null)
    checks.push({
      key: 'merge',
      tone: 'bad',
      words: at(t('bc.check.merge', { field: wrong })),
      mend: toField(broken(subject) === null ? 'bc-preheader' : 'bc-subject', t('bc.check.toField')),
    });
  if (content.design_id === null || gone)
    checks.push({
      key: 'design',
      tone: 'bad',
      words: at(t(gone ? 'bc.mail.gone' : 'bc.mail.none')),
      mend: toField('bc-design', t('bc.mail.choose')),
    });
  const toDesign = (words: string) => <Link href={`${here}/${id}/edit?design=${variant}`}>{words}</Link>;
  const dead = design === null ? null : deadLinkProblem(deadLinksOf(design, withoutLink));
  if (dead !== null) checks.push({ key: 'links', tone: 'bad', words: at(dead), mend: toDesign(t('bc.check.toLinks')) });
  const hints = design === null ? [] : hintsOf(design, subject === '' ? null : subject, known);
  if (hints.length > 0)
    checks.push({
      key: 'hints',
      tone: hints.some(({ what }) => what === 'merge-field') ? 'bad' : 'warn',
      words: at(t('bc.check.hints', { count: hints.length })),
      mend: toDesign(t('bc.check.toDesign')),
    });
  if (hints.length === 0 && dead === null && design !== null)
    checks.push({ key: 'hints', tone: 'good', words: at(t('bc.check.design')) });
  return checks.map((check) => <Row key={check.key} check={check} />);
}

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX } as const;
function Row({ check: { tone, words, mend } }: { readonly check: Check }) {
  const Icon = icons[tone];
  return (
    <li className={tone}>
      <Icon size={17} aria-hidden />
      <span>
        {tone !== 'good' && <span className="sr-only">{t(`bc.check.${tone}`)} </span>}
        {words} {mend}
      </span>
    </li>
  );
}
