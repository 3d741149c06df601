import '../../livechat/livechat.css';
import { ActionIcon, Button, FileButton, Select, Switch, Textarea, Tooltip } from '@mantine/core';
import { IconPhoto, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { BroadcastContent, MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import { Section } from '../../../../components/form/Form.tsx';
import { count } from '../../../../format/number.ts';
import { acceptedTypes, useAttachments } from '../../livechat/attachments.ts';
import { EmojiButton } from '../../livechat/EmojiButton.tsx';
import { SegmentCounter } from '../../livechat/SegmentCounter.tsx';
import { letter } from '../look.tsx';
import { maybe, t } from '../texts.ts';
import { MailBox } from './Mail.tsx';
import { MergeMenu } from './MergeMenu.tsx';
import type { Drafting, Draft } from './useDraft.ts';

/** As many ways to say it as can be compared. */
const mostVariants = 4;
const hoursOfTest = [1, 2, 4, 8, 12, 24] as const;
/** Below so many recipients a variant’s figures are chance more often than not. */
const shares = [10, 20, 30, 50, 100] as const;
/** What ends a text that nobody asked for (CTIA Messaging Principles 5.1). */
const saysStop = /\bstop\b/i;

/** Answers to a mail go to the business's mailbox, which is not read here. */
const comparable = (type: Draft['type']) =>
  type === 'email' ? (['clicks', 'redemptions'] as const) : (['clicks', 'replies', 'redemptions'] as const);

export function MessageSection({
  id,
  draft,
  change,
  save,
  variant,
  onVariant,
  missing,
  looked,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly save: Drafting['save'];
  readonly variant: number;
  readonly onVariant: (variant: number) => void;
  readonly missing: MessageCredit['data']['missing'];
  readonly looked: number;
}) {
  const { contents, test } = draft;
  const content = contents[variant]!;
  const put = (next: BroadcastContent) => {
    const replaced = contents.map((one, index) => (index === variant ? next : one));
    const pictures = replaced.some((one) => one.kind === 'text' && one.media.length > 0);
    change({ contents: replaced, ...(draft.type === 'email' ? {} : { type: pictures ? 'mms' : 'sms' }) });
  };
  const add = () => {
    change({ contents: [...contents, content], test: test ?? { share: 20, by: 'clicks', hours: 4 } });
    onVariant(contents.length);
  };
  const drop = () => {
    const rest = contents.filter((_, index) => index !== variant);
    change({ contents: rest, ...(rest.length === 1 ? { test: null } : {}) });
    onVariant(Math.max(0, variant - 1));
  };
  return (
    <Section title={t('bc.message.title')} text={t(draft.type === 'email' ? 'bc.mail.text' : 'bc.message.text')}>
      <div className="bc-variants" role="group" aria-label={t('bc.message.variants')}>
        {contents.length > 1 &&
          contents.map((_, index) => (
            <Button
              key={index}
              size="compact-sm"
              variant={index === variant ? 'light' : 'subtle'}
              color={index === variant ? 'brand' : 'gray'}
              aria-pressed={index === variant}
              onClick={() => {
                onVariant(index);
              }}
            >
              {t('bc.message.variant', { letter: letter(index) })}
            </Button>
          ))}
        {contents.length < mostVariants && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {contents.length === 1 ? t('bc.message.test') : t('bc.message.addVariant')}
          </Button>
        )}
        {contents.length > 1 && (
          <Tooltip label={t('bc.message.dropVariant', { letter: letter(variant) })}>
            <ActionIcon aria-label={t('bc.message.dropVariant', { letter: letter(variant) })} onClick={drop}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {content.kind === 'text' ?
        <TextBox key={variant} content={content} put={put} />
      : <MailBox key={variant} id={id} variant={variant} content={content} put={put} save={save} />}
      {missing.length > 0 && (
        <p className="bc-hint warn">
          {missing
            .map(({ field, count: gaps }) =>
              t('bc.message.missing', {
                field: maybe(`merge.${field}`) ?? field,
                count: gaps,
                of: count(looked),
                tag: `{{${field}|…}}`,
              }),
            )
            .join(' ')}
        </p>
      )}
      {content.kind === 'text' && !saysStop.test(content.body) && content.body.trim() !== '' && (
        <p className="bc-hint">
          {t('bc.message.stopHint')}{' '}
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => {
              put({ ...content, body: `${content.body.trimEnd()} ${t('bc.message.stopWords')}` });
            }}
          >
            {t('bc.message.addStop')}
          </Button>
        </p>
      )}
      <Switch
        label={t(draft.type === 'email' ? 'bc.mail.countClicks' : 'bc.message.shortLinks')}
        description={t('bc.message.shortLinksText')}
        checked={draft.short_links}
        onChange={(event) => {
          change({ short_links: event.currentTarget.checked });
        }}
      />
      {test !== null && (
        <div className="bc-test">
          <Select
            label={t('bc.test.by')}
            value={test.by}
            allowDeselect={false}
            data={comparable(draft.type).map((value) => ({ value, label: t(`bc.test.by.${value}`) }))}
            onChange={(by) => {
              if (by !== null) change({ test: { ...test, by } });
            }}
          />
          <Select
            label={t('bc.test.share')}
            value={String(test.share)}
            allowDeselect={false}
            data={shares.map((share) => ({
              value: String(share),
              label: share === 100 ? t('bc.test.all') : t('bc.test.shareOf', { share }),
            }))}
            onChange={(share) => {
              if (share !== null) change({ test: { ...test, share: Number(share) } });
            }}
          />
          {test.share < 100 && (
            <Select
              label={t('bc.test.hours')}
              value={String(test.hours)}
              allowDeselect={false}
              data={hoursOfTest.map((hours) => ({ value: String(hours), label: t('bc.test.after', { count: hours }) }))}
              onChange={(hours) => {
                if (hours !== null) change({ test: { ...test, hours: Number(hours) } });
              }}
            />
          )}
          <p className="bc-hint">{test.share === 100 ? t('bc.test.lesson') : t('bc.test.honest')}</p>
        </div>
      )}
    </Section>
  );
}

type Text = Extract<BroadcastContent, { kind: 'text' }>;

function TextBox({ content, put }: { readonly content: Text; readonly put: (content: Text) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { items, add, drop } = useAttachments(setProblem);
  const latest = useRef({ content, put });
  useEffect(() => {
    latest.current = { content, put };
  });
  // Each picture becomes part of the message as soon as it is there.
  useEffect(() => {
    for (const { key, uploaded } of items) {
      if (uploaded === null) continue;
      const { content: current, put: keep } = latest.current;
      keep({ ...current, media: [...current.media, { url: uploaded.url, content_type: uploaded.content_type }] });
      drop(key);
    }
  }, [items, drop]);
  const insert = (words: string) => {
    const { body } = content;
    const [from, to] = [field.current?.selectionStart ?? body.length, field.current?.selectionEnd ?? body.length];
    put({ ...content, body: body.slice(0, from) + words + body.slice(to) });
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + words.length, from + words.length);
    });
  };
  return (
    <div className="bc-text">
      {(content.media.length > 0 || items.length > 0) && (
        <ul className="pictures">
          {content.media.map(({ url }, index) => (
            <li key={url}>
              <img src={url} alt={t('bc.message.picture', { number: index + 1 })} />
              <button
                type="button"
                aria-label={t('bc.message.dropPicture', { number: index + 1 })}
                onClick={() => {
                  put({ ...content, media: content.media.filter((_, at) => at !== index) });
                }}
              >
                <IconX size={12} />
              </button>
            </li>
          ))}
          {items.map((item) => (
            <li key={item.key}>
              <img src={item.preview} alt={item.name} className="going" />
            </li>
          ))}
        </ul>
      )}
      <Textarea
        ref={field}
        autosize
        minRows={4}
        maxRows={14}
        aria-label={t('bc.message.body')}
        placeholder={t('bc.message.placeholder')}
        value={content.body}
        onChange={(event) => {
          put({ ...content, body: event.currentTarget.value });
        }}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="tools">
        <MergeMenu onPick={insert} />
        <EmojiButton onPick={insert} />
        <FileButton onChange={add} accept={acceptedTypes} multiple>
          {(props) => (
            <Tooltip label={t('bc.message.addPicture')}>
              <ActionIcon {...props} aria-label={t('bc.message.addPicture')}>
                <IconPhoto size={20} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <span className="end">
          <SegmentCounter
            text={content.body}
            pictures={content.media.length}
            onReplace={(body) => {
              put({ ...content, body });
            }}
          />
        </span>
      </div>
    </div>
  );
}
