import './registrations.css';
import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../data/read.ts';
import { shortTime } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** What operators do about a request: who looks after it, and what they tell each other. */
export function Team({
  request,
  update,
}: {
  readonly request: {
    readonly assignee: { readonly id: string } | null;
    readonly notes: readonly {
      readonly id: string;
      readonly text: string;
      readonly by: string | null;
      readonly at: string;
    }[];
  };
  readonly update: (body: { readonly assignee_id?: string | null; readonly note?: string }) => Promise<void>;
}) {
  const { run } = useApp();
  const style = useDateStyle();
  const operators = useRead('/users', { query: { role: 'Admin', per_page: 100 } }).data?.data ?? [];
  const [text, setText] = useState('');
  const assign = (id: string) => run(() => update({ assignee_id: id === '' ? null : id }));
  return (
    <section className="bk-card rg-card" aria-label={t('tf.work')}>
      <h2>{t('tf.work')}</h2>
      <Select
        label={t('tf.assign')}
        data={[
          { value: '', label: t('tf.noOne') },
          ...operators.map(({ id, full_name: label }) => ({ value: id, label })),
        ]}
        value={request.assignee?.id ?? ''}
        allowDeselect={false}
        onChange={(value) => void assign(value ?? '')}
      />
      <form
        className="rg-note"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await update({ note: text });
            setText('');
          });
        }}
      >
        <Textarea
          label={t('tf.note')}
          description={t('tf.noteHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          {t('tf.saveNote')}
        </Button>
      </form>
      {request.notes.length === 0 ?
        <p className="muted">{t('tf.noNotes')}</p>
      : <ol className="rg-notes">
          {request.notes.toReversed().map((note) => (
            <li key={note.id}>
              <p dir="auto">{note.text}</p>
              <span className="muted">
                {t('tf.by', { name: note.by ?? t('tf.system'), at: shortTime(note.at, style) })}
              </span>
            </li>
          ))}
        </ol>
      }
    </section>
  );
}
