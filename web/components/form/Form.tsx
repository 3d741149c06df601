import './form.css';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../texts.ts';
import { ConflictDialog, type ConflictWords } from './ConflictDialog.tsx';
import { useLeaveGuard } from './leave.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { Kept, RecordForm, Values } from './useRecordForm.ts';

export interface FormProps<V extends Values> {
  readonly form: RecordForm<V>;
  readonly children: ReactNode;
  /** The verb on the button. Default: Save. */
  readonly submit?: string;
  /** A new record: its button is always there. Otherwise the bar appears with the first change. */
  readonly creating?: boolean;
  /** Beside the button: Cancel. */
  readonly onCancel?: () => void;
  /** The fields' names in words and their values as people read them, for the dialog about another's edit. */
  readonly words?: ConflictWords;
  /** It is saved, and the way is free: the place to go on to another screen. */
  readonly afterSave?: (answer: unknown) => void;
}

/** The form of the product: sections, errors at their fields, a guard for unsaved work, and a bar that saves. Ctrl S (or ⌘S) saves too. */
export function Form<V extends Values>({
  form,
  children,
  submit,
  creating = false,
  onCancel,
  words,
  afterSave,
}: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  const leave = useLeaveGuard(form.dirty && !form.saving);
  const finish = async (saving: Promise<Kept | null>) => {
    const kept = await saving;
    if (kept) {
      if (afterSave) {
        leave.release();
        afterSave(kept.answer);
      }
      return;
    }
    // After the errors are on the screen, the first of them has the focus.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  const save = () => {
    if (!form.saving) void finish(form.save());
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current();
      }
    };
    window.addEventListener('keydown', key);
    return () => {
      window.removeEventListener('keydown', key);
    };
  }, []);
  const shown = creating || form.dirty || form.saving;
  return (
    <form
      ref={element}
      className="bk-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {form.problems.length > 0 && (
        <div className="bk-note tone-danger" role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            {form.problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        </div>
      )}
      {children}
      <div className={`bk-savebar${shown ? ' shown' : ''}`} aria-hidden={!shown} {...(shown ? {} : { inert: true })}>
        <span className="state" role="status">
          {!shown ?
            ''
          : form.saving ?
            t('form.saving')
          : form.dirty && !creating ?
            t('form.unsaved')
          : ''}
        </span>
        {onCancel ?
          <Button variant="default" onClick={onCancel}>
            {t('app.cancel')}
          </Button>
        : !creating && (
            <Button variant="default" disabled={form.saving} onClick={form.discard}>
              {t('form.discard')}
            </Button>
          )
        }
        <Button type="submit" loading={form.saving}>
          {submit ?? t('app.save')}
        </Button>
      </div>
      {form.conflict && (
        <ConflictDialog
          conflict={form.conflict}
          words={words}
          busy={form.saving}
          onChoose={form.choose}
          onSave={() => {
            void finish(form.settle());
          }}
          onClose={form.dismissConflict}
        />
      )}
      <LeaveDialog leave={leave} />
    </form>
  );
}

/** A part of a form: what it is about on the left, its fields on the right; above each other at phone width. */
export function Section({
  title,
  text,
  children,
  bare = false,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** The children bring their own card. */ readonly bare?: boolean;
}) {
  return (
    <section className="bk-section" aria-label={title}>
      <div className="about">
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={bare ? 'fields bare' : 'fields bk-card'}>{children}</div>
    </section>
  );
}

/** Fields beside each other where there is room. */
export const Pair = ({ children }: { readonly children: ReactNode }) => <div className="bk-pair">{children}</div>;

/** A remark in a tone: info, warning, danger, success. */
export const Note = ({
  tone,
  icon,
  children,
  action,
}: {
  readonly tone: 'info' | 'warning' | 'danger' | 'success' | 'neutral';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) => (
  <div className={`bk-note tone-${tone}`} role="note">
    {icon}
    <div className="words">{children}</div>
    {action}
  </div>
);
