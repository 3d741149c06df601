import { SegmentedControl, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CompiledEmail, MessageCredit } from '../../../../../api/contract/broadcasts.ts';
import type { AnswerOf } from '../../../../../api/contract/client.ts';
import { fill, type Part, readTemplate } from '../../../../../api/contract/personalization.ts';
import { isAborted } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { PageGhost } from '../../../../components/Ghosts.tsx';
import { Size } from '../../../../email-editor/Size.tsx';
import { useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { PreviewHead, useStepping } from './PreviewHead.tsx';
import { type Given, invented, useSamples } from './Preview.tsx';
import { useDesign } from './useDesign.ts';
import type { Draft } from './useDraft.ts';

type Shown = Pick<AnswerOf<'POST', '/email-designs/preview'>['data'], 'html' | 'text' | 'bytes'>;
/** An email that is made already, where the draft is not one's own. */
type GivenEmails = Given & { readonly mails: readonly CompiledEmail[] };
type Look = 'phone' | 'desktop' | 'text';
const pauseMs = 500;

/**
 * An email as it lies in the inbox and as it opens, for one recipient after another with their own values. `onContact`: who
 * is shown now, for a test that says the same.
 */
export function EmailPreview({
  draft,
  variant,
  letterhead,
  onContact,
  given,
}: {
  readonly variant: number;
  readonly letterhead: MessageCredit['data']['mail'];
  readonly onContact?: (id: string | null) => void;
} & (
  | { readonly draft: Draft; readonly given?: undefined }
  | { readonly draft: Pick<Draft, 'contents'>; readonly given: GivenEmails }
)) {
  const { client } = useApp();
  const { business } = useProfile();
  const asked = useSamples(given === undefined ? draft : null);
  const samples = given?.samples ?? asked;
  const { sample, step } = useStepping(samples);
  const [look, setLook] = useState<Look>('phone');
  const [dark, setDark] = useState(false);
  const [answered, setAnswered] = useState<Shown | null>(null);
  const content = draft.contents[variant];
  const email = content?.kind === 'mail' ? content : null;
  const { design } = useDesign(given === undefined ? email : null);
  const contact = sample?.id ?? null;
  useEffect(() => {
    onContact?.(contact);
  }, [contact, onContact]);
  const question =
    design === null ? null : JSON.stringify({ subject: email?.subject ?? '', design, contact_id: contact });
  useEffect(() => {
    if (question === null) {
      setAnswered(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = JSON.parse(question) as { subject: string; design: Record<string, unknown>; contact_id: string };
      client.post('/email-designs/preview', { body, signal: abort.signal, quiet: true }).then(
        ({ data }) => {
          setAnswered(data);
        },
        (error: unknown) => {
          if (!isAborted(error)) setAnswered(null);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, question]);
  const name = sample === null ? null : (sample.name ?? sample.email ?? '');
  const values = sample?.values ?? (given === undefined ? {} : { ...invented, business_name: given.business_name });
  const made = given?.mails[variant];
  const shown = made === undefined ? answered : merged(made, values);
  const subject = fill(readTemplate(email?.subject ?? '').parts, values).trim();
  const preheader = fill(readTemplate(design?.settings.preheader ?? email?.preheader ?? '').parts, values).trim();
  const from = letterhead?.from?.name ?? given?.business_name ?? business?.name ?? '';
  return (
    <section className="bk-card bc-preview bc-mailpreview">
      <PreviewHead variant={draft.contents.length > 1 ? variant : null} name={name} step={step} />
      <div className="inbox" role="group" aria-label={t('bc.mail.inbox')}>
        <span className="avatar" aria-hidden>
          {from.trim().slice(0, 1).toUpperCase()}
        </span>
        <span className="lines">
          <b dir="auto">{from}</b>
          <span className="subject" dir="auto">
            {subject === '' ? t('bc.mail.noSubject') : subject}
          </span>
          {(preheader !== '' || given === undefined) && (
            <span className="faint" dir="auto">
              {preheader === '' ? t('bc.mail.noPreheader') : preheader}
            </span>
          )}
        </span>
      </div>
      <div className="tools">
        <SegmentedControl
          size="xs"
          aria-label={t('bc.mail.look')}
          value={look}
          data={(['phone', 'desktop', 'text'] as const).map((value) => ({ value, label: t(`bc.mail.look.${value}`) }))}
          onChange={(value) => {
            setLook(value as Look);
          }}
        />
        <Switch
          size="xs"
          label={t('bc.mail.dark')}
          checked={dark}
          disabled={look === 'text'}
          onChange={(event) => {
            setDark(event.currentTarget.checked);
          }}
        />
      </div>
      <div className="stage" data-look={look}>
        {email?.design_id === null ?
          <p className="faint empty">{t('bc.mail.noDesign')}</p>
        : shown === null ?
          <PageGhost />
        : look === 'text' ?
          <pre tabIndex={0}>{shown.text}</pre>
        : <div className="frame">
            <iframe
              title={t('bc.preview.title')}
              // Nothing in it may run, and nothing of ours is in its reach.
              sandbox=""
              tabIndex={0}
              srcDoc={shown.html.replace('@media (prefers-color-scheme:dark)', dark ? '@media all' : '@media not all')}
            />
          </div>
        }
      </div>
      {shown !== null && (
        <footer>
          <Size bytes={shown.bytes} />
        </footer>
      )}
    </section>
  );
}

function merged({ html, text }: CompiledEmail, values: Readonly<Record<string, string | null>>): Shown {
  const filled = fill(html as readonly Part[], values, 'html');
  return {
    html: filled,
    text: fill(text as readonly Part[], values)
      .replace(/\n{3,}/gu, '\n\n')
      .trim(),
    bytes: new TextEncoder().encode(filled).length,
  };
}
