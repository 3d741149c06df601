import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { dayLabel, time } from '../../../format/date.ts';
import { instantAt, wallAt, wallOn } from '../../../format/wall.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

const hour = 3_600_000;

/** A menu of times at which texts are mostly wanted, on the business's own clocks; and any other, in a dialog. */
export function WhenMenu({
  children,
  onPick,
}: {
  /** The button that opens it. */
  readonly children: ReactNode;
  readonly onPick: (sendAt: string) => void;
}) {
  const style = useDateStyle();
  const { timezone } = style;
  const now = new Date();
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState(() => wallOn(now, timezone, 1, 9));
  const weekday = new Date(`${wallAt(now, timezone).slice(0, 10)}T12:00:00Z`).getUTCDay();
  const presets = [
    { label: t('when.hour'), at: new Date(Math.ceil((now.getTime() + hour) / 60_000) * 60_000).toISOString() },
    { label: t('when.evening'), at: instantAt(wallOn(now, timezone, 0, 18), timezone) },
    { label: t('when.tomorrow'), at: instantAt(wallOn(now, timezone, 1, 9), timezone) },
    { label: t('when.monday'), at: instantAt(wallOn(now, timezone, (8 - weekday) % 7 || 7, 9), timezone) },
  ].filter(
    ({ at }, index, all) =>
      Date.parse(at) > now.getTime() + 60_000 && all.findIndex((other) => other.at === at) === index,
  );
  const at = instantAt(chosen, timezone);
  const passed = !(Date.parse(at) > now.getTime());
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('when.label')}</Menu.Label>
          {presets.map((preset) => (
            <Menu.Item
              key={preset.label}
              rightSection={
                <span className="faint small">
                  {dayLabel(wallAt(new Date(preset.at), timezone).slice(0, 10), { weekday: 'short' })}{' '}
                  {time(preset.at, style)}
                </span>
              }
              onClick={() => {
                onPick(preset.at);
              }}
            >
              {preset.label}
            </Menu.Item>
          ))}
          <Menu.Item
            onClick={() => {
              setChoosing(true);
            }}
          >
            {t('when.choose')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={choosing}
        onClose={() => {
          setChoosing(false);
        }}
        title={t('when.label')}
        size="sm"
      >
        <TextInput
          type="datetime-local"
          label={t('when.at')}
          description={t('when.zone', { zone: timezone.replaceAll('_', ' ') })}
          value={chosen}
          error={passed ? t('when.passed') : null}
          onChange={(event) => {
            const value = event.currentTarget.value.slice(0, 16);
            if (value !== '') setChosen(value);
          }}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button
            variant="default"
            onClick={() => {
              setChoosing(false);
            }}
          >
            {t('app.cancel')}
          </Button>
          <Button
            disabled={passed}
            onClick={() => {
              setChoosing(false);
              onPick(at);
            }}
          >
            {t('when.schedule')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
