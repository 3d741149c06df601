import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { t } from './texts.ts';
import { useProfile } from '../../session/profile.tsx';
import { usePush } from './push.ts';

/** Whether this browser gets pushes, and the button that changes it. Shows nothing where it can't. */
export function PushOffer() {
  const { state, busy, failed, turnOn, turnOff } = usePush();
  const wants = useProfile().settings.push_notifications;
  if (state === 'checking' || state === 'unsupported') return null;
  const text =
    failed ? t('push.failed')
    : state === 'denied' ? t('push.denied')
    : !wants ? t('push.settingOff')
    : state === 'on' ? t('push.isOn')
    : t('push.offer');
  return (
    <div className="bk-card push" role="group" aria-label={t('push.on')}>
      <IconBellRinging size={18} aria-hidden />
      <p role="status">{text}</p>
      {state === 'off' && wants && (
        <Button
          size="compact-md"
          loading={busy}
          onClick={() => {
            void turnOn();
          }}
        >
          {t('push.on')}
        </Button>
      )}
      {state === 'on' && (
        <Button
          size="compact-md"
          variant="default"
          loading={busy}
          onClick={() => {
            void turnOff();
          }}
        >
          {t('push.off')}
        </Button>
      )}
    </div>
  );
}
