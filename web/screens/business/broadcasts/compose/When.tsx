import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { Section } from '../../../../components/form/Form.tsx';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { isNight, isQuiet } from './night.ts';
import type { Draft } from './useDraft.ts';

const kinds = ['now', 'at', 'recipient', 'recurring'] as const;
type Kind = (typeof kinds)[number];
const valid = [4, 8, 12, 24, 48, 72] as const;

/** Tomorrow at ten, on the wall clock of whoever looks: a time at which nobody minds. */
function tomorrow(): string {
  const at = new Date(Date.now() + 86_400_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T10:00`;
}

export function WhenSection({
  draft,
  change,
}: {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}) {
  const { schedule, valid_hours: hours } = draft;
  const { timezone } = useDateStyle();
  const zone = useProfile().business?.timezone ?? timezone;
  const at = schedule.kind === 'now' ? tomorrow() : schedule.at;
  const choose = (kind: Kind) => {
    change({
      schedule:
        kind === 'now' ? { kind }
        : kind === 'at' ? { kind, at, zone }
        : kind === 'recipient' ? { kind, at }
        : { kind, at, zone, every: 'week', until: null },
    });
  };
  return (
    <Section title={t('bc.when.title')} text={t(draft.type === 'email' ? 'bc.when.mailText' : 'bc.when.text')}>
      <SegmentedControl
        className="bc-when"
        aria-label={t('bc.when.title')}
        value={schedule.kind}
        data={kinds.map((value) => ({ value, label: t(`bc.when.${value}`) }))}
        onChange={(kind) => {
          choose(kind as Kind);
        }}
      />
      {schedule.kind === 'now' ?
        <p className={`bc-hint${isNight(draft.type, zone) ? ' warn' : ''}`}>
          {draft.type === 'email' ?
            t('bc.when.mailNow')
          : isNight(draft.type, zone) ?
            t('bc.when.night')
          : t('bc.when.nowText')}
        </p>
      : <div className="bc-fields">
          <TextInput
            type="datetime-local"
            label={schedule.kind === 'recurring' ? t('bc.when.firstAt') : t('bc.when.sendAt')}
            description={schedule.kind === 'recipient' ? t('bc.when.recipientText') : t('bc.when.zone', { zone })}
            value={at}
            onChange={(event) => {
              const value = event.currentTarget.value.slice(0, 16);
              if (value !== '') change({ schedule: { ...schedule, at: value } });
            }}
          />
          {schedule.kind === 'recurring' && (
            <>
              <Select
                label={t('bc.when.every')}
                value={schedule.every}
                allowDeselect={false}
                data={(['day', 'week', 'month'] as const).map((value) => ({
                  value,
                  label: t(`bc.when.every.${value}`),
                }))}
                onChange={(every) => {
                  if (every !== null) change({ schedule: { ...schedule, every } });
                }}
              />
              <TextInput
                type="date"
                label={t('bc.when.until')}
                description={t('bc.when.untilText')}
                value={schedule.until ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  change({ schedule: { ...schedule, until: value === '' ? null : value } });
                }}
              />
            </>
          )}
          {draft.type !== 'email' && isQuiet(at) && <p className="bc-hint warn">{t('bc.when.quiet')}</p>}
        </div>
      }
      <div className="bc-fields">
        <Select
          label={t('bc.when.valid')}
          description={t('bc.when.validText')}
          value={String(hours)}
          allowDeselect={false}
          data={[...new Set([...valid, hours])]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: t('bc.audience.hours', { count: value }) }))}
          onChange={(value) => {
            if (value !== null) change({ valid_hours: Number(value) });
          }}
        />
      </div>
    </Section>
  );
}
