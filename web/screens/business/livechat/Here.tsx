import { Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconMoon } from '@tabler/icons-react';
import { commands } from '../../../api/commands.ts';
import { useTeam } from '../../../data/reads.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { useMe } from '../../../session/profile.tsx';
import { t } from './texts.ts';

/** One's own switch: who is away is given no conversations. There where conversations go to somebody by themselves. */
export function Here() {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const me = useMe();
  const team = useTeam().data;
  const mine = team?.data.find(({ id }) => id === me);
  if (team === undefined || mine === undefined || (team.meta.mode === 'off' && !mine.away)) return null;
  const { away, open } = mine;
  const say = (body: { readonly away: boolean; readonly give_back: boolean }) => {
    void run(() => commands.setAway(client, body)).then((done) => {
      void refresh('/livechat');
      if (done && body.give_back) toastSuccess(t('here.gaveBack', { count: done.data.given_back }));
    });
  };
  const Icon = away ? IconMoon : IconCircleCheck;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          className={`bk-here${away ? ' away' : ''}`}
          size="compact-sm"
          variant="default"
          leftSection={<Icon size={15} aria-hidden />}
          aria-label={away ? t('here.away.change') : t('here.here.change')}
        >
          {away ? t('here.away') : t('here.here')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('here.text')}</Menu.Label>
        {away ?
          <Menu.Item
            leftSection={<IconCircleCheck size={16} aria-hidden />}
            onClick={() => {
              say({ away: false, give_back: false });
            }}
          >
            {t('here.back')}
          </Menu.Item>
        : <Menu.Item
            leftSection={<IconMoon size={16} aria-hidden />}
            onClick={() => {
              say({ away: true, give_back: false });
            }}
          >
            {t('here.leave')}
          </Menu.Item>
        }
        {open > 0 && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => {
              say({ away: true, give_back: true });
            }}
          >
            {t(away ? 'here.giveBack' : 'here.leaveGiving', { count: open })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
