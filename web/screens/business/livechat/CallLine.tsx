import type { ChatCall } from '../../../../api/contract/livechat.ts';
import { missText } from '../../../../api/contract/outcome-words.ts';
import { callLook } from '../../../components/status.ts';
import { shortTime } from '../../../format/date.ts';
import { callLength } from '../../../format/duration.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

/** A call between the messages: what became of it, for how long, and that the caller was texted. */
export function CallLine({ call }: { readonly call: ChatCall }) {
  const style = useDateStyle();
  const { icon: Icon, tone } = callLook[call.status];
  const said =
    call.status === 'answered' ? t('chat.call.answered', { length: callLength(call.seconds) })
    : call.status === 'ringing' ? t('chat.call.ringing')
    : call.reason === null ? t('chat.call.missed')
    : t('chat.call.missedWhy', { why: missText(call.reason) });
  return (
    <li className="bk-callline">
      <span className={`bk-status tone-${tone}`}>
        <Icon size={15} aria-hidden />
        {said}
      </span>
      {call.texted_back && <span className="faint">{t('chat.call.textedBack')}</span>}
      <time className="faint num" dateTime={call.at}>
        {shortTime(call.at, style)}
      </time>
    </li>
  );
}
