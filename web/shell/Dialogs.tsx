import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useApp } from '../session/context.tsx';
import { isBuilt } from '../routes/routes.ts';
import { t } from './texts.ts';
import { useRead } from '../data/read.ts';
import { a2pSeen, broadcastAt, confirmsA2p, dialogOf } from '../session/alerts.ts';
import { useMainAccount } from '../session/impersonation.ts';
import { useAppConfig } from '../session/brand.ts';
import { audienceOf } from '../session/guard.ts';
import { useProfile, useRefreshProfile } from '../session/profile.tsx';
import { useLogout } from '../data/logout.ts';

/** This tab has seen the registration dialog; the alert above the screens stays. */
const seenKey = 'sms_registration_seen';
/** Where a failed payment is settled. */
const settles = /^\/(agency|business)\/(payment-methods|subscription)(\/|$)/;

/** The dialogs that an account's state or the address asks for; one at a time, the gravest first. */
export function Dialogs() {
  const profile = useProfile();
  const [path] = useLocation();
  const search = useSearch();
  const [seen, setSeen] = useState(() => sessionStorage.getItem(seenKey) !== null);
  // A broadcast's type is chosen on the way to where it is written: that is when there is something to confirm.
  const written = profile.role === 'Business' ? broadcastAt(path) : null;
  const type =
    useRead('/broadcasts/{id}', written === null ? null : { params: { id: written } }).data?.data.type ?? null;
  const due = useMemo(
    () => ({ dialog: dialogOf(profile, new Date()), a2p: confirmsA2p(profile, { path, type }, new Date()) }),
    [profile, path, type],
  );

  if (due.dialog === 'paymentFailed' && !settles.test(path)) return <PaymentFailed />;
  if (new URLSearchParams(search).get('warning') === 'trial') return <TrialWarning />;
  if (due.dialog === 'smsRegistration' && !seen)
    return (
      <SmsRegistration
        onClose={() => {
          sessionStorage.setItem(seenKey, '1');
          setSeen(true);
        }}
      />
    );
  return due.a2p && !a2pSeen.today(profile.id, new Date()) ? <A2pConfirmation key={path} /> : null;
}

function Dialog({
  title,
  text,
  onClose,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const closable = onClose !== undefined;
  return (
    <Modal
      opened
      onClose={onClose ?? (() => undefined)}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      title={title}
      size="md"
    >
      <Text c="dimmed" size="md" component="div">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        {children}
      </Group>
    </Modal>
  );
}

/** Cannot be closed: nothing of the account works until its card does. The way to the card, or out. */
function PaymentFailed() {
  const profile = useProfile();
  const logout = useLogout();
  const back = useMainAccount();
  const out =
    profile.impersonator ?
      <Button
        variant="default"
        onClick={() => {
          void back();
        }}
      >
        {t('acting.main')}
      </Button>
    : <Button variant="default" onClick={logout}>
        {t('top.logout')}
      </Button>;
  return (
    <Dialog title={t('payment.title')} text={t(profile.role === 'Agency' ? 'payment.text' : 'payment.textAlone')}>
      {out}
      <Button component={Link} href={`/${audienceOf[profile.role]}/subscription`} data-autofocus>
        {t('payment.verify')}
      </Button>
    </Dialog>
  );
}

function SmsRegistration({ onClose }: { readonly onClose: () => void }) {
  const { business } = useProfile();
  const email = useAppConfig()?.support_email ?? business?.agency?.email ?? null;
  return (
    <Dialog title={t('smsRegistration.title')} text={t('smsRegistration.text')} onClose={onClose}>
      {email !== null && (
        <Button variant="default" component="a" href={`mailto:${email}`}>
          {t('alert.contact', { who: email })}
        </Button>
      )}
      <Button onClick={onClose} data-autofocus>
        {t('dialog.understood')}
      </Button>
    </Dialog>
  );
}

/** Opened by `?warning=trial` on any screen; closing it takes that out of the address. */
function TrialWarning() {
  const [path, go] = useLocation();
  const search = useSearch();
  const close = () => {
    const query = new URLSearchParams(search);
    query.delete('warning');
    go(query.size === 0 ? path : `${path}?${query}`, { replace: true });
  };
  return (
    <Dialog title={t('trial.title')} text={t('trial.text')} onClose={close}>
      <Button onClick={close} data-autofocus>
        {t('dialog.understood')}
      </Button>
    </Dialog>
  );
}

/** Once a day and user, where texts are written. Confirming is recorded; that it was closed is known to this browser. */
function A2pConfirmation() {
  const { client, run } = useApp();
  const refresh = useRefreshProfile();
  const { id } = useProfile();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const close = () => {
    a2pSeen.note(id, new Date());
    setOpen(false);
  };
  const confirm = async () => {
    setBusy(true);
    const done = await run(() => client.post('/send-a2p-notification', { quiet: true }));
    setBusy(false);
    if (done === undefined) return;
    refresh((profile) => ({ ...profile, a2p_confirmed_on: new Date().toISOString().slice(0, 10) }));
    close();
  };
  if (!open) return null;
  return (
    <Dialog title={t('a2p.title')} text={t('a2p.text')} onClose={close}>
      {isBuilt('/business/settings') && (
        <Button variant="default" component={Link} href="/business/settings?tab=2" onClick={close}>
          {t('a2p.register')}
        </Button>
      )}
      <Button
        loading={busy}
        onClick={() => {
          void confirm();
        }}
        data-autofocus
      >
        {t('a2p.confirm')}
      </Button>
    </Dialog>
  );
}
