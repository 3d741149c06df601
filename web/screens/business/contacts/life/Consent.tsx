import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConsentAsOf } from '../../../../../api/contract/contact-life.ts';
import { useRead } from '../../../../data/read.ts';
import { EvidenceButton } from '../../../../components/contact/EvidencePacket.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { dayKey, exact, shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { saveAs } from '../../../../data/save-as.ts';
import { consentPage, lineWords, proofOf } from './consentFile.ts';
import { t } from './texts.ts';

const tones = { subscribed: 'success', optedOut: 'danger', unknown: 'neutral' } as const;

/** What somebody had agreed to on a day, by channel, and what proves it. */
export function Consent({ id, name }: { readonly id: string; readonly name: string }) {
  const style = useDateStyle();
  const today = dayKey(new Date(), style.timezone);
  const [day, setDay] = useState(today);
  const on = /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today ? day : null;
  const { data, error, refresh } = useRead(
    '/contacts/{id}/consent',
    { params: { id }, query: on === null ? {} : { on } },
    { keepPrevious: true },
  );
  const consent = data?.data;
  const file = (ending: string): string => `consent-${id.slice(0, 8)}-${on ?? today}.${ending}`;
  return (
    <div className="bk-asof">
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label={t('asOf.on')}
          value={day}
          max={today}
          onChange={(event) => {
            setDay(event.currentTarget.value);
          }}
        />
        {on !== null && (
          <Button
            variant="subtle"
            onClick={() => {
              setDay(today);
            }}
          >
            {t('asOf.now')}
          </Button>
        )}
        {consent !== undefined && (
          <Group gap="xs" ml="auto">
            <EvidenceButton id={id} name={name} variant="default" />
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => {
                saveAs(file('html'), 'text/html', consentPage(name, consent, style));
              }}
            >
              {t('asOf.html')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => {
                saveAs(file('json'), 'application/json', JSON.stringify({ contact: id, ...consent }, null, 2));
              }}
            >
              {t('asOf.json')}
            </Button>
          </Group>
        )}
      </Group>
      {error ?
        <ErrorState error={error} onRetry={refresh} />
      : consent === undefined ?
        <Skeleton height={160} />
      : <Shown consent={consent} />}
    </div>
  );
}

function Shown({ consent }: { readonly consent: ConsentAsOf }) {
  const style = useDateStyle();
  return (
    <>
      <div className="channels" aria-live="polite">
        {(['text', 'email'] as const).map((channel) => {
          const { state, since, proof } = consent[channel];
          return (
            <section key={channel}>
              <h3>{t(`asOf.${channel}`)}</h3>
              <p>
                <span className={`bk-status badge tone-${tones[state]}`}>{t(`asOf.state.${state}`)}</span>{' '}
                {since !== null && (
                  <Instant at={since} className="muted small">
                    {t('asOf.since', { at: shortTime(since, style) })}
                  </Instant>
                )}
              </p>
              {proof === null ?
                <p className="muted small">{t('asOf.nothing')}</p>
              : <>
                  <p className="small">{lineWords(proof)}</p>
                  <ul>
                    {proofOf(proof).map((one) => (
                      <li key={one} dir="auto">
                        {one}
                      </li>
                    ))}
                  </ul>
                </>
              }
            </section>
          );
        })}
      </div>
      {consent.lines.length > 0 && (
        <section>
          <h3>{t('asOf.history')}</h3>
          <ol className="lines">
            {[...consent.lines].reverse().map((line) => (
              <li key={`${line.id} ${line.channel}`}>
                <p>{lineWords(line)}</p>
                <p className="muted small">
                  {exact(line.at, style).split(' · ')[0]}
                  {proofOf(line).map((one) => (
                    <span key={one} dir="auto">
                      {' '}
                      · {one}
                    </span>
                  ))}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
