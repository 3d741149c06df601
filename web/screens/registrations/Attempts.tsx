import './registrations.css';
import type { SentTollfreeForm, TollfreeAttempt } from '../../../api/contract/registrations-desk.ts';
import { StatusTag } from './StatusTag.tsx';
import { shortTime } from '../../format/date.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { maybe, t } from './texts.ts';

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? t('tf.nothing')
  : Array.isArray(value) ? value.join(', ')
  : String(value);

/** What reviewers said of each field of an attempt. */
export const refusalsByField = (attempt: TollfreeAttempt | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (attempt?.refusals ?? []).flatMap(({ field, text }) => (field === null ? [] : [[field, text] as const])),
  );

function changesOf(before: SentTollfreeForm | null | undefined, now: SentTollfreeForm | null) {
  if (before == null || now === null) return [];
  const names = Object.keys(now) as (keyof SentTollfreeForm)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, was: shown(before[name]), is: shown(now[name]) }));
}

/** Every attempt, the newest first: what changed, and what reviewers said. */
export function Attempts({ attempts }: { readonly attempts: readonly TollfreeAttempt[] }) {
  const style = useDateStyle();
  return (
    <ol className="rg-attempts">
      {attempts
        .map((attempt, index) => ({ attempt, before: attempts[index - 1] }))
        .toReversed()
        .map(({ attempt, before }) => {
          const changes = changesOf(before?.form, attempt.form);
          return (
            <li key={attempt.attempt}>
              <div className="rg-line">
                <b>{t('tf.attempt', { number: attempt.attempt })}</b>
                <StatusTag status={attempt.status} />
                <span className="muted end">
                  {t('tf.by', { name: attempt.by ?? t('tf.system'), at: shortTime(attempt.requested_at, style) })}
                </span>
              </div>
              {attempt.reviewed_at !== null && (
                <p className="muted">{t('tf.reviewedAt', { at: shortTime(attempt.reviewed_at, style) })}</p>
              )}
              {attempt.refusals.map((refusal) => (
                <p key={`${refusal.code ?? ''} ${refusal.reason}`} className="rg-refusal">
                  <b>{refusal.field === null ? '' : (maybe(`tf.f.${refusal.field}`) ?? '')}</b> {refusal.text}{' '}
                  {refusal.code !== null && <span className="muted">{t('tf.code', { code: refusal.code })}</span>}
                </p>
              ))}
              {before === undefined ?
                <p className="muted">{t('tf.first')}</p>
              : changes.length > 0 && (
                  <>
                    <p className="muted">{t('tf.changed')}</p>
                    <dl className="rg-changes">
                      {changes.map(({ name, was, is }) => (
                        <div key={name}>
                          <dt>{t(`tf.f.${name}`)}</dt>
                          <dd>
                            <del dir="auto">{was}</del> <ins dir="auto">{is}</ins>
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </>
                )
              }
            </li>
          );
        })}
    </ol>
  );
}
