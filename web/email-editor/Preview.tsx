import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../api/contract/client.ts';
import type { EmailDesign } from '../../api/contract/email-design.ts';
import { isAborted } from '../api/errors.ts';
import { Note } from '../components/form/Form.tsx';
import { PageGhost } from '../components/Ghosts.tsx';
import { showFailure, useApp } from '../session/context.tsx';
import { ContactChoice } from '../components/ContactChoice.tsx';
import { toastSuccess } from '../core/toast.ts';
import { useProfile } from '../session/profile.tsx';
import { Size } from './Size.tsx';
import { t } from './texts.ts';

type Shown = AnswerOf<'POST', '/email-designs/preview'>['data'];

/** What email programs get: the compiled email, merged for one contact, at the width of a phone or a desk, light or dark. */
export function Preview({ design, subject }: { readonly design: EmailDesign; readonly subject: string }) {
  const { client } = useApp();
  const { business } = useProfile();
  const [device, setDevice] = useState<'desktop' | 'phone' | 'text'>('desktop');
  const [dark, setDark] = useState(false);
  const [contact, setContact] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const asked = new AbortController();
    client
      .post('/email-designs/preview', {
        body: { subject, design: { ...design }, contact_id: contact },
        signal: asked.signal,
        quiet: true,
      })
      .then(({ data }) => {
        setShown(data);
        setFailed(false);
      })
      .catch((error: unknown) => {
        if (isAborted(error)) return;
        setFailed(true);
        showFailure(error);
      });
    return () => {
      asked.abort();
    };
  }, [client, design, subject, contact]);
  return (
    <div className="ee-preview">
      <div className="bar">
        <SegmentedControl
          aria-label={t('ee.preview.as')}
          value={device}
          data={(['desktop', 'phone', 'text'] as const).map((value) => ({ value, label: t(`ee.preview.${value}`) }))}
          onChange={(value) => {
            setDevice(value as typeof device);
          }}
        />
        <Switch
          label={t('ee.preview.dark')}
          checked={dark}
          disabled={device === 'text'}
          onChange={(event) => {
            setDark(event.currentTarget.checked);
          }}
        />
        {business && (
          <ContactChoice
            label={t('ee.preview.contact')}
            placeholder={t('ee.preview.sample')}
            value={contact}
            onChange={setContact}
          />
        )}
        {shown !== null && <Size bytes={shown.bytes} />}
      </div>
      {shown !== null && (shown.missing.length > 0 || shown.unknown.length > 0) && (
        <Note tone="warning">
          {shown.unknown.length > 0 && (
            <p>{t('ee.preview.unknown', { fields: shown.unknown.map((field) => `{{${field}}}`).join(', ') })}</p>
          )}
          {shown.missing.length > 0 && (
            <p>{t('ee.preview.missing', { fields: shown.missing.map((field) => `{{${field}}}`).join(', ') })}</p>
          )}
        </Note>
      )}
      <div className="stage">
        {shown === null ?
          failed ?
            <p className="muted">{t('ee.preview.failed')}</p>
          : <PageGhost />
        : <figure data-device={device}>
            <figcaption>
              <strong>{shown.subject === '' ? t('ee.preview.noSubject') : shown.subject}</strong>
            </figcaption>
            {device === 'text' ?
              <pre tabIndex={0}>{shown.text}</pre>
            : <iframe
                title={t('ee.preview.title')}
                // Nothing in it may run, and nothing of ours is in its reach.
                sandbox=""
                srcDoc={scheme(shown.html, dark)}
              />
            }
          </figure>
        }
      </div>
      {business && <TestEmail design={design} subject={subject} contact={contact} business={business.id} />}
    </div>
  );
}

/** The email as a program in dark or in light mode shows it, whatever this browser is set to. */
const scheme = (html: string, dark: boolean): string =>
  html.replace('@media (prefers-color-scheme:dark)', dark ? '@media all' : '@media not all');

function TestEmail({
  design,
  subject,
  contact,
  business,
}: {
  readonly design: EmailDesign;
  readonly subject: string;
  readonly contact: string | null;
  readonly business: string;
}) {
  const { client, run } = useApp();
  const profile = useProfile();
  const [email, setEmail] = useState(profile.email);
  const [sending, setSending] = useState(false);
  return (
    <form
      className="ee-test"
      onSubmit={(event) => {
        event.preventDefault();
        setSending(true);
        void run(async () => {
          const { message } = await client.post('/businesses/send-test-email', {
            body: { email, block: { ...design }, business, subject, contact_id: contact },
            quiet: true,
          });
          toastSuccess(message);
        }).finally(() => {
          setSending(false);
        });
      }}
    >
      <TextInput
        type="email"
        required
        aria-label={t('ee.test.to')}
        value={email}
        maxLength={254}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
        }}
      />
      <Button type="submit" variant="default" loading={sending} leftSection={<IconSend size={15} aria-hidden />}>
        {t('ee.test.send')}
      </Button>
    </form>
  );
}
