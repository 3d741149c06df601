import { Checkbox, TextInput } from '@mantine/core';
import { type ChatSettings, type Team, UpdateChatSettings } from '../../../../api/contract/livechat.ts';
import { useTeam } from '../../../data/reads.ts';
import { useRead } from '../../../data/read.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { NumberField, SelectField, SwitchField } from '../../../components/form/fields.tsx';
import { type Field, useRecordForm } from '../../../components/form/useRecordForm.ts';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { t } from './texts.ts';

type Settings = ChatSettings['data'];
type Week = NonNullable<Settings['hours']>;
type Values = Omit<Settings, 'timezone' | 'revision'>;

const modes = ['off', 'round-robin', 'least-busy'] as const;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const usualDay = { opens: 9 * 60, closes: 17 * 60 };
const usualWeek: Week = weekdays.map((_, at) => (at < 5 ? usualDay : null));
const midnight = 24 * 60;

/** How the team shares live chat: who takes conversations, and how soon they answer. */
export function LiveChat() {
  const { data, error, refresh } = useRead('/livechat/settings', {});
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  return data === undefined ? <FormGhost sections={2} /> : <ChatForm settings={data.data} />;
}

function ChatForm({ settings }: { readonly settings: Settings }) {
  const { client } = useApp();
  const refresh = useRefresh();
  const team = useTeam().data?.data ?? [];
  const { timezone, revision, ...initial } = settings;
  const form = useRecordForm({
    initial: initial as Values,
    schema: UpdateChatSettings,
    revision,
    save: (body) => client.put('/livechat/settings', { body }),
    onSaved: () => void refresh('/livechat'),
  });
  const { mode, people, reply_minutes: minutes, hours } = form.values;
  const nameOf = (id: string) => {
    const person = team.find((one) => one.id === id);
    return person === undefined ? t('chatSettings.gone') : [person.name, person.brand].filter(Boolean).join(' · ');
  };
  const labels = {
    mode: t('chatSettings.mode'),
    people: t('chatSettings.people'),
    reply_minutes: t('chatSettings.minutes'),
    hours: t('chatSettings.hours'),
    answer_owns: t('chatSettings.owns'),
    assignee_only: t('chatSettings.only'),
  };
  const show = (name: string, value: unknown) =>
    name === 'mode' ? t(`chatSettings.mode.${value as Settings['mode']}`)
    : name === 'people' ? (value as string[]).map(nameOf).join(', ')
    : name === 'hours' ? weekInWords(value as Week | null)
    : value === null ? t('chatSettings.noTime')
    : undefined;
  const chosen = form.field('people');
  const known = new Set(team.map(({ id }) => id));
  const all = [...team.map(({ id }) => id), ...people.filter((id) => !known.has(id))];
  return (
    <Form form={form} words={{ labels, show }}>
      <Section title={t('chatSettings.assign')} text={t('chatSettings.assignText')}>
        <SelectField
          of={form.field('mode')}
          label={labels.mode}
          options={modes.map((value) => ({ value, label: t(`chatSettings.mode.${value}`) }))}
        />
        {mode !== 'off' && (
          <Checkbox.Group
            label={labels.people}
            description={t('chatSettings.peopleText')}
            error={chosen.error}
            value={[...people]}
            onChange={(next) => {
              chosen.change(all.filter((id) => next.includes(id)));
            }}
          >
            <div className="bk-chosen">
              {all.map((id) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={nameOf(id)}
                  description={asideOf(team.find((one) => one.id === id))}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {mode !== 'off' && <Note tone="info">{t('chatSettings.assignNote')}</Note>}
      </Section>
      <Section title={t('chatSettings.answer')} text={t('chatSettings.answerText')}>
        <SwitchField of={form.field('answer_owns')} label={labels.answer_owns} />
        <SwitchField of={form.field('assignee_only')} label={labels.assignee_only} hint={t('chatSettings.onlyText')} />
      </Section>
      <Section title={t('chatSettings.reply')} text={t('chatSettings.replyText')}>
        <NumberField
          of={form.field('reply_minutes')}
          label={labels.reply_minutes}
          min={1}
          placeholder={t('chatSettings.noTime')}
          optional
        />
        {minutes !== null && <Hours of={form.field('hours')} value={hours} timezone={timezone} />}
      </Section>
    </Form>
  );
}

/** That somebody is given nothing now, and why; undefined: they are here. */
const asideOf = (one: Pick<Team['data'][number], 'away' | 'online'> | undefined): string | undefined =>
  one?.away === true ? t('chatSettings.away')
  : one?.online === false ? t('chatSettings.offline')
  : undefined;

/** Around the clock, or from when to when on each weekday. */
function Hours({
  of,
  value,
  timezone,
}: {
  readonly of: Field<Week | null>;
  readonly value: Week | null;
  readonly timezone: string;
}) {
  const set = (at: number, day: Week[number]) => {
    of.change((value ?? usualWeek).with(at, day));
  };
  return (
    <>
      <SwitchField
        of={{
          ...of,
          error: null,
          value: value !== null,
          change: (on) => {
            of.change(on ? usualWeek : null);
          },
        }}
        label={t('chatSettings.hours')}
        hint={t('chatSettings.hoursText', { zone: timezone.replaceAll('_', ' ') })}
      />
      {value !== null && (
        <div className="bk-week" role="group" aria-label={t('chatSettings.hours')}>
          {weekdays.map((name, at) => {
            const day = value[at] ?? null;
            const weekday = t(`chatSettings.day.${name}`);
            return (
              <div key={name} className="day">
                <Checkbox
                  label={weekday}
                  checked={day !== null}
                  onChange={(event) => {
                    set(at, event.currentTarget.checked ? usualDay : null);
                  }}
                />
                {day === null ?
                  <span className="muted">{t('chatSettings.closed')}</span>
                : <span className="times">
                    <Clock
                      label={t('chatSettings.opens', { weekday })}
                      minute={day.opens}
                      onChange={(opens) => {
                        set(at, { ...day, opens });
                      }}
                    />
                    <span aria-hidden>–</span>
                    <Clock
                      label={t('chatSettings.closes', { weekday })}
                      minute={day.closes}
                      onChange={(closes) => {
                        set(at, { ...day, closes: closes === 0 ? midnight : closes });
                      }}
                    />
                  </span>
                }
              </div>
            );
          })}
          {of.error !== undefined && of.error !== null && (
            <p className="problem" role="alert">
              {of.error}
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** Minutes from midnight; the midnight that ends a day is written 00:00. */
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function Clock({
  label,
  minute,
  onChange,
}: {
  readonly label: string;
  readonly minute: number;
  readonly onChange: (minute: number) => void;
}) {
  return (
    <TextInput
      type="time"
      size="sm"
      aria-label={label}
      value={clock(minute)}
      onChange={(event) => {
        const [hours, minutes] = event.currentTarget.value.split(':').map(Number);
        if (hours !== undefined && minutes !== undefined) onChange(hours * 60 + minutes);
      }}
    />
  );
}

const weekInWords = (week: Week | null): string =>
  week === null ?
    t('chatSettings.allHours')
  : weekdays
      .flatMap((name, at) => {
        const day = week[at];
        return day ? [`${t(`chatSettings.day.${name}`)} ${clock(day.opens)}–${clock(day.closes)}`] : [];
      })
      .join(', ');
