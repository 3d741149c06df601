import { Button, Group, Modal } from '@mantine/core';
import { t } from '../texts.ts';
import { shortTime } from '../../format/date.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { FilterChips } from '../FilterChips.tsx';
import { Instant } from '../Instant.tsx';
import { type Choice, type Conflict, type ConflictField, settled } from './conflict.ts';

export interface ConflictWords {
  readonly labels?: Readonly<Record<string, string>>;
  /** A value as people read it; undefined: as it is. */
  readonly show?: (field: string, value: unknown) => string | undefined;
}

/** What is written for a value: on or off, empty, a list, else the text itself. */
function written(words: ConflictWords | undefined, field: string, value: unknown): string {
  const own = words?.show?.(field, value);
  if (own !== undefined) return own;
  if (typeof value === 'boolean') return t(value ? 'form.on' : 'form.off');
  if (value === null || value === undefined || value === '') return t('form.empty');
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Somebody else saved first: field by field what they changed and what is written here. Nothing is lost, on either side. */
export function ConflictDialog({
  conflict,
  words,
  busy,
  onChoose,
  onSave,
  onClose,
}: {
  readonly conflict: Conflict;
  readonly words: ConflictWords | undefined;
  readonly busy: boolean;
  readonly onChoose: (field: string, choice: Choice) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const people = [...new Set(conflict.fields.map((field) => field.by ?? t('conflict.somebody')))];
  return (
    <Modal opened onClose={onClose} size="lg" title={t('conflict.title')} closeOnClickOutside={false}>
      <p className="muted">{t('conflict.text', { who: people.join(', '), count: conflict.fields.length })}</p>
      <ul className="bk-conflict">
        {conflict.fields.map((field) => (
          <Row key={field.field} field={field} words={words} onChoose={onChoose} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="lg">
        {!settled(conflict) && (
          <span className="muted" style={{ marginRight: 'auto', fontSize: 'var(--text-s)' }}>
            {t('conflict.choose')}
          </span>
        )}
        <Button variant="default" onClick={onClose}>
          {t('conflict.back')}
        </Button>
        <Button disabled={!settled(conflict)} loading={busy} onClick={onSave}>
          {t('app.save')}
        </Button>
      </Group>
    </Modal>
  );
}

function Row({
  field,
  words,
  onChoose,
}: {
  readonly field: ConflictField;
  readonly words: ConflictWords | undefined;
  readonly onChoose: (field: string, choice: Choice) => void;
}) {
  const style = useDateStyle();
  const label = words?.labels?.[field.field] ?? field.field.replaceAll('_', ' ');
  return (
    <li>
      <div className="head">
        <b>{label}</b>
        <span className="muted">
          {t('conflict.by', { who: field.by ?? t('conflict.somebody') })}{' '}
          <Instant at={field.at}>{shortTime(field.at, style)}</Instant>
        </span>
      </div>
      <dl>
        <div>
          <dt>{t('conflict.was')}</dt>
          <dd className="was">{written(words, field.field, field.was)}</dd>
        </div>
        <div className={field.choice === 'theirs' ? 'taken' : ''}>
          <dt>{t('conflict.now')}</dt>
          <dd>{written(words, field.field, field.now)}</dd>
        </div>
        <div className={field.choice === 'mine' ? 'taken' : ''}>
          <dt>{t('conflict.yours')}</dt>
          <dd>{written(words, field.field, field.yours)}</dd>
        </div>
      </dl>
      <FilterChips
        label={label}
        value={field.choice ?? ('' as Choice)}
        onChange={(choice) => {
          onChoose(field.field, choice);
        }}
        options={[
          { value: 'theirs', label: t('conflict.takeTheirs') },
          { value: 'mine', label: t('conflict.keepMine') },
        ]}
      />
    </li>
  );
}
