import { Button, Group, Modal, Select } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { PageTest, PageTests } from '../../../../../api/contract/page-analytics.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { date } from '../../../../format/date.ts';
import { count, percent, signed } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { shown } from '../useCampaignActions.tsx';

/** Two published versions, shown by halves: what each brings, and what can honestly be said of it. */
export function Versions({ campaignId }: { readonly campaignId: string }) {
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const read = useRead('/landings/{id}/tests', { params: { id: campaignId } }, { swr: { refreshInterval: 15_000 } });
  const [starting, setStarting] = useState(false);
  const [keep, setKeep] = useState<number | null>(null);
  if (!read.data) return null;
  const { versions, tests } = read.data.data;
  const running = tests.find((test) => test.ended_at === null) ?? null;
  const over = tests.filter((test) => test.ended_at !== null);
  const changed = async () => {
    read.refresh();
    await refreshAll(...shown);
  };
  return (
    <section className="bk-card pf-versions">
      <header>
        <h2>{t('versions.title')}</h2>
        {running === null && versions.length > 1 && (
          <Button
            className="end"
            size="xs"
            variant="default"
            leftSection={<IconArrowsSplit2 size={15} aria-hidden />}
            onClick={() => {
              setStarting(true);
            }}
          >
            {t('versions.start')}
          </Button>
        )}
      </header>
      {running !== null ?
        <Running test={running} onKeep={setKeep} />
      : over.length === 0 && <p className="muted hint">{t(versions.length > 1 ? 'versions.none' : 'versions.one')}</p>}
      {over.length > 0 && <Past tests={over} />}
      {starting && (
        <Start
          versions={versions}
          onClose={() => {
            setStarting(false);
          }}
          onStart={async (chosen) => {
            await run(async () => {
              await client.post('/landings/{id}/tests', { params: { id: campaignId }, body: { versions: chosen } });
              setStarting(false);
              await changed();
            });
          }}
        />
      )}
      <ConfirmDialog
        opened={keep !== null}
        title={t('versions.keepTitle', { version: keep ?? 0 })}
        text={t(running?.verdict === 'early' ? 'versions.keepEarly' : 'versions.keepText', { version: keep ?? 0 })}
        confirm={t('versions.keepIt', { version: keep ?? 0 })}
        onConfirm={async () => {
          await run(async () => {
            await client.put('/landings/{id}/tests/{test}', {
              params: { id: campaignId, test: running!.id },
              body: { keep: keep! },
            });
            await changed();
          });
        }}
        onClose={() => {
          setKeep(null);
        }}
      />
    </section>
  );
}

/** What can be said now, in one sentence. */
function verdictOf({ verdict, variants, needed, difference }: PageTest): {
  readonly title: string;
  readonly text: string;
} {
  const [one, two] = variants;
  const reach = { low: signed(difference.low * 100), high: signed(difference.high * 100) };
  if (verdict === 'early') {
    const fewer = Math.max(0, needed - Math.min(one.visitors, two.visitors));
    return { title: t('versions.early'), text: t('versions.earlyText', { needed, fewer }) };
  }
  if (verdict === 'none')
    return { title: t('versions.same'), text: t('versions.sameText', { version: two.version, ...reach }) };
  const [better, worse] = verdict === 'second' ? [two, one] : [one, two];
  const [low, high] = verdict === 'second' ? [difference.low, difference.high] : [-difference.high, -difference.low];
  return {
    title: t('versions.better', { version: better.version }),
    text: t('versions.betterText', {
      version: better.version,
      other: worse.version,
      low: signed(low * 100),
      high: signed(high * 100),
    }),
  };
}

function Running({ test, onKeep }: { readonly test: PageTest; readonly onKeep: (version: number) => void }) {
  const style = useDateStyle();
  const { title, text } = verdictOf(test);
  const progress = Math.min(1, Math.min(...test.variants.map(({ visitors }) => visitors)) / test.needed);
  const top = Math.max(0.02, ...test.variants.filter(({ visitors }) => visitors > 0).map(({ high }) => high));
  return (
    <div className="pf-running">
      <div className="verdict" data-verdict={test.verdict}>
        <b>{title}</b>
        <p>{text}</p>
        {test.verdict === 'early' && (
          <div
            className="bar"
            role="progressbar"
            aria-label={t('versions.progress')}
            aria-valuenow={Math.round(progress * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ width: `${progress * 100}%` }} />
          </div>
        )}
        <span className="muted">{t('versions.since', { day: date(test.started_at, style) })}</span>
      </div>
      <div className="pair">
        {test.variants.map((variant) => (
          <div key={variant.version} className="variant">
            <h3>{t('versions.version', { version: variant.version })}</h3>
            <div className="value num">{variant.visitors === 0 ? '–' : percent(variant.conversion)}</div>
            <p className="muted">{t('versions.brought', { visitors: variant.visitors, entries: variant.submitted })}</p>
            {variant.visitors > 0 && (
              <>
                <div className="reach" aria-hidden>
                  <i
                    style={{
                      left: `${(variant.low / top) * 100}%`,
                      width: `${(Math.min(variant.high, top) - variant.low) * (100 / top)}%`,
                    }}
                  />
                  <em style={{ left: `${(variant.conversion / top) * 100}%` }} />
                </div>
                <p className="muted">
                  {t('versions.between', { low: percent(variant.low), high: percent(variant.high) })}
                </p>
              </>
            )}
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onKeep(variant.version);
              }}
            >
              {t('versions.keepIt', { version: variant.version })}
            </Button>
          </div>
        ))}
      </div>
    </div>
  );
}

function Past({ tests }: { readonly tests: readonly PageTest[] }) {
  const style = useDateStyle();
  return (
    <ul className="pf-past" aria-label={t('versions.past')}>
      {tests.map((test) => (
        <li key={test.id}>
          <b>
            {t('versions.pair', { one: test.variants[0].version, other: test.variants[1].version })} ·{' '}
            {t('versions.kept', { version: test.kept ?? 0 })}
          </b>
          <span className="muted">
            {date(test.started_at, style)} – {date(test.ended_at!, style)} · {verdictOf(test).title} ·{' '}
            {test.variants
              .map(({ version, conversion, visitors }) =>
                t('versions.short', { version, share: percent(conversion), visitors: count(visitors) }),
              )
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Start({
  versions,
  onStart,
  onClose,
}: {
  readonly versions: PageTests['versions'];
  readonly onStart: (chosen: [number, number]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const style = useDateStyle();
  const live = versions.find((one) => one.live)!;
  const others = versions.filter((one) => !one.live);
  const [other, setOther] = useState(String(others[0]!.version));
  const [busy, setBusy] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('versions.start')} size="md">
      <p className="muted">{t('versions.startText', { version: live.version })}</p>
      <Select
        mt="md"
        label={t('versions.against')}
        value={other}
        allowDeselect={false}
        data={others.map(({ version, published_at }) => ({
          value: String(version),
          label: t('versions.option', { version, day: date(published_at, style) }),
        }))}
        onChange={(value) => {
          if (value !== null) setOther(value);
        }}
      />
      <p className="muted pf-note">{t('versions.startNote')}</p>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={busy}
          onClick={() => {
            setBusy(true);
            const pair = [Number(other), live.version].sort((a, b) => a - b) as [number, number];
            void onStart(pair).finally(() => {
              setBusy(false);
            });
          }}
        >
          {t('versions.begin')}
        </Button>
      </Group>
    </Modal>
  );
}
