import { ActionIcon, Button, FileButton, Textarea, Tooltip } from '@mantine/core';
import {
  IconBan,
  IconChevronUp,
  IconNote,
  IconPhoto,
  IconPlugOff,
  IconSend2,
  IconSlash,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { ContactDetail } from '../../../../api/contract/contacts.ts';
import { randomKey } from '../../../api/client.ts';
import { commands } from '../../../api/commands.ts';
import { ApiError, failureMessage } from '../../../api/errors.ts';
import { useApp } from '../../../session/context.tsx';
import { shortTime } from '../../../format/date.ts';
import { phone } from '../../../format/phone.ts';
import type { Unsent } from '../../../data/outbox.ts';
import { t } from './texts.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { acceptedTypes, useAttachments } from './attachments.ts';
import { keepDraft, keepMode, keepNote, type Mode, readDraft, readMode, readNote, takeReturned } from './drafts.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { maxCharacters, SegmentCounter } from './SegmentCounter.tsx';
import { useSnippetPicker } from './SnippetPicker.tsx';
import { Tabs } from './Tabs.tsx';
import { WhenMenu } from './When.tsx';
import { useSayWriting } from './writers.ts';

type PanelContact = z.output<typeof ContactDetail>['data'];
interface ComposerProps {
  readonly contact: PanelContact;
  readonly name: string;
  readonly onSend: (body: string, media: Unsent['media']) => void;
  readonly onNoteAdded: () => void;
  /** Somebody else has the conversation and only they text here. */
  readonly onlyTheirs: boolean;
  /** The newest that its writer has seen; null: nothing is shown yet. */
  readonly seen: string | null;
  /** Whether the writer goes on writing where they opened the conversation; whoever walks a list by keyboard stays in the list. */
  readonly focusOnOpen: boolean;
}
/** The switch between text and note, in the footer of both. */
interface Modes {
  readonly modes: ReactNode;
}

/** Where a text or a note is written: or, when no text may be sent, why not. Notes can always be added. */
export function Composer(props: ComposerProps) {
  const { contact } = props;
  const refused = contact.status === 'optedOut' || contact.unreachable;
  const mayText = !refused && !props.onlyTheirs;
  const [mode, setMode] = useState(() => readMode(contact.id));
  const change = (next: Mode) => {
    setMode(next);
    keepMode(contact.id, next);
  };
  const modes = mayText && (
    <Tabs
      label={t('compose.mode')}
      value={mode}
      onChange={change}
      options={[
        { value: 'text', label: t('compose.text') },
        { value: 'note', label: t('compose.note') },
      ]}
    />
  );
  return (
    <div className="bk-composer">
      {refused && <Refusal {...props} />}
      {mode === 'text' && mayText && <TextForm {...props} modes={modes} />}
      {mode === 'note' && (
        <NoteForm contact={contact} onAdded={props.onNoteAdded} focusOnOpen={props.focusOnOpen} modes={modes} />
      )}
      {!mayText && mode === 'text' && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconNote size={15} />}
          onClick={() => {
            change('note');
          }}
        >
          {t('panel.addNote')}
        </Button>
      )}
    </div>
  );
}

function Refusal({ contact, name }: ComposerProps) {
  const style = useDateStyle();
  const number = phone(useProfile().business?.phone_number ?? null);
  const optedOut = contact.status === 'optedOut';
  const last = contact.consents.findLast((consent) => consent.kind === 'optedOut');
  return (
    <div className={`refusal ${optedOut ? 'tone-danger' : 'tone-warning'}`} role="note">
      {optedOut ?
        <IconBan size={18} aria-hidden />
      : <IconPlugOff size={18} aria-hidden />}
      <div>
        <b>
          {optedOut ?
            t('compose.optedOut', {
              name,
              when: last ? t('compose.optedOutWhen', { at: shortTime(last.at, style) }) : '',
            })
          : t('compose.unreachable')}
        </b>
        <p>{optedOut ? t('compose.optedOutText', { number }) : t('compose.unreachableText')}</p>
      </div>
    </div>
  );
}

function TextForm({ contact, name, onSend, seen, focusOnOpen, modes }: ComposerProps & Modes) {
  const [text, setText] = useState(() => readDraft(contact.id));
  const [dragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { items, add: attach, drop, clear, busy } = useAttachments(setProblem, () => takeReturned(contact.id));
  const mayPicture = useProfile().business?.is_active_mms === true;
  const add = (files: readonly File[]) => {
    if (files.length > 0 && !mayPicture) {
      setProblem(t('compose.noPictures'));
      return;
    }
    setProblem(null);
    attach(files);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const wide = isAtDesk();
  useEffect(() => {
    keepDraft(contact.id, text);
  }, [contact.id, text]);
  useEffect(() => {
    if (wide && focusOnOpen) field.current?.focus({ preventScroll: true });
  }, [wide, focusOnOpen]);

  const ready = (text.trim() !== '' || items.length > 0) && !busy && text.length <= maxCharacters;
  const empty = () => {
    setText('');
    setProblem(null);
    clear();
    field.current?.focus();
  };
  const pictures = items.flatMap((item) => (item.uploaded ? [item.uploaded] : []));
  const send = () => {
    if (!ready) return;
    onSend(text.trim(), pictures);
    empty();
  };
  useSayWriting(contact.id, text);
  const snippets = useSnippetPicker({ field, text, setText, person: contact });
  const later = useLater(contact.id, seen, setProblem);
  const insert = (emoji: string) => {
    const at = field.current?.selectionStart ?? text.length;
    setText(text.slice(0, at) + emoji + text.slice(field.current?.selectionEnd ?? at));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + emoji.length, at + emoji.length);
    });
  };
  return (
    <div
      className={`box${dragging ? ' dragging' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => {
        setDragging(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        add([...event.dataTransfer.files]);
      }}
    >
      {items.length > 0 && (
        <ul className="pictures">
          {items.map((item) => (
            <li key={item.key}>
              <img src={item.preview} alt={item.name} className={item.uploaded ? '' : 'going'} />
              {!item.uploaded && (
                <span
                  className="progress"
                  role="progressbar"
                  aria-valuenow={Math.round(item.progress * 100)}
                  aria-valuemin={0}
                  aria-valuemax={100}
                  aria-label={t('compose.uploading', { name: item.name, percent: Math.round(item.progress * 100) })}
                >
                  <i style={{ width: `${item.progress * 100}%` }} />
                </span>
              )}
              <button
                type="button"
                aria-label={t('compose.remove', { name: item.name })}
                onClick={() => {
                  drop(item.key);
                }}
              >
                <IconX size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {snippets.element}
      <Textarea
        ref={field}
        {...snippets.fieldProps}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={9}
        data-reply
        aria-label={t('compose.label', { name })}
        placeholder={t('compose.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length > 0) {
            event.preventDefault();
            add(files);
          }
        }}
        onKeyDown={(event) => {
          if (snippets.onKey(event)) return;
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && wide) {
            event.preventDefault();
            send();
          }
        }}
      />
      <Problem text={problem} />
      <div className="tools">
        {mayPicture && (
          <FileButton onChange={add} accept={acceptedTypes} multiple>
            {(props) => (
              <Tooltip label={t('compose.attach')}>
                <ActionIcon {...props} aria-label={t('compose.attach')}>
                  <IconPhoto size={20} />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
        )}
        <EmojiButton onPick={insert} />
        <SnippetButton onOpen={snippets.open} />
        {modes}
        <SegmentCounter text={text} pictures={items.length} hint={t('compose.hint')} onReplace={setText} />
        <Button.Group className="send">
          <Button onClick={send} disabled={!ready} leftSection={<IconSend2 size={16} aria-hidden />}>
            <span className="word">{t('compose.send')}</span>
          </Button>
          <WhenMenu
            onPick={(sendAt) => {
              void later.schedule(text.trim(), pictures, sendAt).then((done) => {
                if (done) empty();
              });
            }}
          >
            <Button
              className="later"
              disabled={!ready}
              loading={later.busy}
              aria-label={t('later.send')}
              title={t('later.send')}
            >
              <IconChevronUp size={16} aria-hidden />
            </Button>
          </WhenMenu>
        </Button.Group>
      </div>
    </div>
  );
}

/** A field that has the focus by itself brings up no keyboard there. */
const isAtDesk = (): boolean => !matchMedia('(pointer: coarse)').matches;

/** Schedules a text; refused, it stays in the field with the reason beside it. */
function useLater(contactId: string, seen: string | null, onProblem: (problem: string | null) => void) {
  const { client } = useApp();
  const [busy, setBusy] = useState(false);
  const key = useRef(randomKey());
  const schedule = async (body: string, media: Unsent['media'], sendAt: string): Promise<boolean> => {
    setBusy(true);
    onProblem(null);
    try {
      const text = { body, media: media.map(({ url }) => url), send_at: sendAt, ...(seen === null ? {} : { seen }) };
      await commands.scheduleText(client, contactId, text, key.current);
      key.current = randomKey();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What was answered is remembered under the key; what never arrived is tried with it again.
      if (error.status !== 0) key.current = randomKey();
      onProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, schedule };
}

/** What went wrong, beside what it is about: a toast would lie on the button that is pressed next. */
const Problem = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="problem" role="alert">
      {text}
    </p>
  );

const SnippetButton = ({ onOpen }: { readonly onOpen: () => void }) => (
  <Tooltip label={t('snippet.insert')}>
    <ActionIcon aria-label={t('snippet.insert')} onClick={onOpen}>
      <IconSlash size={20} />
    </ActionIcon>
  </Tooltip>
);

function NoteForm({
  contact,
  onAdded,
  focusOnOpen,
  modes,
}: { readonly contact: PanelContact; readonly onAdded: () => void } & Pick<ComposerProps, 'focusOnOpen'> & Modes) {
  const contactId = contact.id;
  const field = useRef<HTMLTextAreaElement>(null);
  const { client } = useApp();
  const [text, setText] = useState(() => readNote(contactId));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(randomKey());
  const snippets = useSnippetPicker({ field, text, setText, person: contact });
  useEffect(() => {
    keepNote(contactId, text);
  }, [contactId, text]);
  useEffect(() => {
    if (isAtDesk() && focusOnOpen) field.current?.focus({ preventScroll: true });
  }, [focusOnOpen]);
  const add = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await commands.addNote(client, contactId, text.trim(), key.current);
      key.current = randomKey();
      setText('');
      onAdded();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="box note">
      {snippets.element}
      <Textarea
        ref={field}
        {...snippets.fieldProps}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={9}
        maxLength={5000}
        aria-label={t('compose.noteLabel')}
        placeholder={t('compose.notePlaceholder')}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (snippets.onKey(event)) return;
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void add();
          }
        }}
      />
      <Problem text={problem} />
      <div className="tools">
        {modes}
        <span className="bk-counter hint">{t('chat.noteOnly')}</span>
        <Button
          className="send"
          variant="default"
          onClick={() => {
            void add();
          }}
          disabled={text.trim() === ''}
          loading={busy}
          leftSection={<IconNote size={16} aria-hidden />}
        >
          <span className="word">{t('compose.addNote')}</span>
        </Button>
      </div>
    </div>
  );
}
