import { Select, Switch, useMantineColorScheme } from '@mantine/core';
import { type Profile, UserSettings } from '../../../api/contract/profile.ts';
import { Section } from '../../components/form/Form.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { zonesWith } from '../../components/zones.ts';
import { t } from './texts.ts';
import { usePreferences } from '../../session/preferences.ts';

const schemes = UserSettings.shape.color_scheme.options;

/** What one chooses for oneself. Each choice is kept at once. */
export function Preferences({ profile }: { readonly profile: Profile }) {
  const { settings } = profile;
  const change = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const zones = [{ value: '', label: t('profile.timezoneOwn') }, ...zonesWith(settings.timezone ?? '')];
  return (
    <div className="bk-form">
      <Section title={t('profile.settings')} text={t('profile.settingsText')}>
        <div>
          <div className="mantine-InputWrapper-label" aria-hidden>
            {t('profile.appearance')}
          </div>
          <FilterChips
            label={t('profile.appearance')}
            value={settings.color_scheme}
            options={schemes.map((value) => ({ value, label: t(`top.theme.${value}`) }))}
            onChange={(scheme) => {
              setColorScheme(scheme);
              void change({ color_scheme: scheme });
            }}
          />
        </div>
        <Select
          label={t('profile.timezone')}
          data={zones}
          value={settings.timezone ?? ''}
          searchable
          allowDeselect={false}
          limit={200}
          nothingFoundMessage={t('list.noMatch')}
          maxDropdownHeight={280}
          onChange={(zone) => {
            void change({ timezone: zone === null || zone === '' ? null : zone });
          }}
        />
        {profile.role === 'Business' && (
          <Switch
            className="bk-switch"
            label={t('profile.push')}
            description={t('profile.pushHint')}
            checked={settings.push_notifications}
            onChange={(event) => {
              void change({ push_notifications: event.currentTarget.checked });
            }}
          />
        )}
      </Section>
    </div>
  );
}
