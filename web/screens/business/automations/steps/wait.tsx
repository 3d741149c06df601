import { DayFields, DurationFields, TimeField, WeekdaysField, ZoneField } from '../fields/times.tsx';
import { Words } from '../fields/choices.tsx';
import { automationModel, freshUntil } from '../model.ts';
import { t } from '../texts.ts';
import { EventFields } from '../triggers/EventFields.tsx';
import type { StepEditing } from './editor.tsx';

const waits = ['duration', 'time', 'weekday', 'date', 'event'] as const;
export function Wait({ node, around: { data, wrong }, put }: StepEditing<'Wait'>) {
  const { until } = node;
  const set = (changed: typeof until) => {
    const next = { ...node, until: changed };
    // What has one end only has no other way.
    put(automationModel.hasOtherwise(next) ? next : { ...next, to: { ...node.to, otherwise: null } });
  };
  const zone = 'zone' in until && (
    <ZoneField
      value={until.zone}
      onChange={(whose) => {
        set({ ...until, zone: whose });
      }}
    />
  );
  const time = 'at' in until && (
    <TimeField
      value={until.at}
      onChange={(at) => {
        set({ ...until, at });
      }}
    />
  );
  return (
    <>
      <Words
        label={t('au.p.until')}
        words={waits}
        wordOf={(kind) => t(`au.p.until.${kind}`)}
        value={until.kind}
        onChange={(kind) => {
          set(freshUntil(kind));
        }}
      />
      {until.kind === 'duration' && (
        <DurationFields
          label={t('au.p.amount')}
          value={until}
          onChange={(lasting) => {
            set({ ...until, ...lasting });
          }}
        />
      )}
      {until.kind === 'weekday' && (
        <WeekdaysField
          label={t('au.p.weekdays')}
          value={until.days}
          error={wrong('until.days')}
          onChange={(days) => {
            set({ ...until, days });
          }}
        />
      )}
      {until.kind === 'date' && (
        <DayFields
          value={until.when}
          at="until.when"
          data={data}
          wrong={wrong}
          onChange={(when) => {
            set({ ...until, when });
          }}
        />
      )}
      {until.kind === 'event' && (
        <>
          <EventFields
            value={until.event}
            at="until.event"
            data={data}
            wrong={wrong}
            onChange={(event) => {
              set({ ...until, event });
            }}
          />
          <DurationFields
            label={t('au.p.atMost')}
            value={until.timeout}
            onChange={(timeout) => {
              set({ ...until, timeout });
            }}
          />
        </>
      )}
      {(time !== false || zone !== false) && (
        <div className="au-pair">
          {time}
          {zone}
        </div>
      )}
    </>
  );
}
