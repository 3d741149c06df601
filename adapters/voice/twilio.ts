import type { CallStep } from './port.ts';

/** For so many seconds a key is waited for; a voicemail's greeting is longer. */
const waitSeconds = 8;

/** TwiML (https://www.twilio.com/docs/voice/twiml), written by the SDK, which is loaded when it is first needed. */
export async function writeTwiml(step: CallStep): Promise<string> {
  const { default: VoiceResponse } = await import('twilio/lib/twiml/VoiceResponse.js');
  const response = new (VoiceResponse as unknown as { new (): InstanceType<typeof VoiceResponse> })();
  switch (step.kind) {
    case 'forward': {
      const dial = response.dial({
        action: step.endedUrl,
        // The caller's own call is not charged before someone answers.
        answerOnBridge: true,
        callerId: step.callerId,
        timeout: step.ringSeconds,
      });
      dial.number(step.whisperUrl === null ? {} : { url: step.whisperUrl }, step.to);
      break;
    }
    case 'ask': {
      const gather = response.gather({ input: ['dtmf'], numDigits: 1, timeout: waitSeconds, action: step.answerUrl });
      gather.say(step.words);
      response.hangup();
      break;
    }
    case 'connect':
      break;
    case 'hang-up':
      response.hangup();
      break;
    case 'busy':
      response.reject({ reason: 'busy' });
      break;
    default:
      return step satisfies never;
  }
  return response.toString();
}
