import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isBuilt } from '../routes/routes.ts';
import { date } from '../format/date.ts';
import { count } from '../format/number.ts';
import { AskForMore } from '../components/AskForMore.tsx';
import { t } from './texts.ts';
import { type Alert, alertsOf, isGrave } from '../session/alerts.ts';
import { useDateStyle, useProfile } from '../session/profile.tsx';

/** As many lines as leave room for the screen itself; the others are behind a click. */
const atOnce = 2;

/** What has to be known on every screen: one line each, with the way out of it. */
export function Alerts() {
  const profile = useProfile();
  // Judged anew with each navigation, so that a grace period ends in front of an open tab, too.
  const [path] = useLocation();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- path: see above
  const alerts = useMemo(() => alertsOf(profile, new Date()), [profile, path]);
  const [all, setAll] = useState(false);
  if (alerts.length === 0) return null;
  const shown = all || alerts.length <= atOnce ? alerts : alerts.slice(0, atOnce - 1);
  return (
    <div className="bk-alerts">
      {shown.map((alert) => (
        <Line key={alert.kind} alert={alert} path={path} />
      ))}
      {alerts.length > atOnce && (
        <UnstyledButton
          className="bk-alertmore"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? t('alert.fewer') : t('alert.more', { count: alerts.length - shown.length })}
        </UnstyledButton>
      )}
    </div>
  );
}

function Line({ alert, path }: { readonly alert: Alert; readonly path: string }) {
  const style = useDateStyle();
  const { business } = useProfile();
  const contact = <AskForMore />;
  switch (alert.kind) {
    case 'noNumber':
      if (path === '/business/setups/phone-number') return null;
      return (
        <Row tone="warning" text={t('alert.noNumber')}>
          <Link href="/business/setups/phone-number">{t('alert.noNumberGo')}</Link>
        </Row>
      );
    case 'numberRegistration':
      return (
        <Row tone="warning" text={t('alert.number')}>
          {isBuilt('/business/settings') && <Link href="/business/settings?tab=2">{t('alert.numberGo')}</Link>}
        </Row>
      );
    case 'registrationEnding':
      return (
        <Row tone="warning" text={t('alert.a2pEnding', { date: date(alert.terminates, style) })}>
          {contact}
        </Row>
      );
    case 'agencyUnpaid':
      return (
        <Row tone="danger" text={t('alert.agencyUnpaid', { name: business?.agency?.name ?? '' })}>
          {contact}
        </Row>
      );
    case 'registrationInactive':
      return (
        <Row tone="danger" text={t('alert.a2pInactive')}>
          {contact}
        </Row>
      );
    case 'proofFaults':
    case 'unmatchedCharges':
    case 'parkedWallets': {
      const place = alert.kind === 'parkedWallets' ? '/admin/wallets?status=parked' : '/admin/health';
      return (
        <Row tone="danger" text={t(`alert.${alert.kind}`, { count: alert.count })}>
          <Link href={place}>{t(`alert.${alert.kind}Go`)}</Link>
        </Row>
      );
    }
    case 'credit':
      return (
        <Row tone="warning" text={t('alert.credit')}>
          {isBuilt('/agency/payment-methods') && <Link href="/agency/payment-methods">{t('alert.creditGo')}</Link>}
        </Row>
      );
    case 'messages':
    case 'contacts': {
      const isAlone = alert.kind === 'contacts' && alert.level === 'full' && business?.agency == null;
      const text = t(isAlone ? 'alert.contacts.fullAlone' : `alert.${alert.kind}.${alert.level}`, {
        used: count(alert.used),
        limit: count(alert.limit),
      });
      return (
        <Row tone={isGrave(alert) ? 'danger' : 'warning'} text={text}>
          {alert.level === 'full' && contact}
        </Row>
      );
    }
    default:
      return alert satisfies never;
  }
}

function Row({
  tone,
  text,
  children,
}: {
  readonly tone: 'warning' | 'danger';
  readonly text: string;
  readonly children?: ReactNode;
}) {
  const Icon = tone === 'danger' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={`bk-alert tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={17} aria-hidden />
      <p>
        {text} {children}
      </p>
    </div>
  );
}
