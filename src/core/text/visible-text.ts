/** Letters of Arabic script that join the letter after them (RFC 5892, appendix A.1): only there a zero-width non-joiner shows. */
const joiningArabic = String.raw`(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef])(?=\p{L})\p{Script=Arabic}\p{Mn}*`
const virama = '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]'
/** Ra whose next letter, not itself, takes the other form: in Bengali and Kannada a joiner before the virama says so (Unicode, 12.2 and 12.8). */
const keptRa = String.raw`(?<=[\u09b0\u09f0])\u200d(?=\u09cd\u09af)|(?<=\u0cb0)\u200d(?=\u0ccd\p{Script=Kannada})`
const pictograph = String.raw`\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]*`

/** What is invisible by itself but changes what is seen: joiners where a script or a picture needs them, and the picture form. */
const neededInvisible = new RegExp(
  String.raw`(?<=${joiningArabic})\u200c(?=\p{Script=Arabic})|(?<=${virama})[\u200c\u200d]|${keptRa}|(?<=${pictograph})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}#*0-9])\ufe0f`,
  'gu',
)
const invisible = /\p{Default_Ignorable_Code_Point}/u
/** Without what leaves no trace and the blank of Braille, which counts as a sign, something to see must be left. */
const traceless = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text holds anything that Unicode calls default-ignorable (UAX #44): two names that differ in it alone look the same. */
export const hasInvisible = (text: string): boolean => invisible.test(text)

/** Whether a text leaves anything to see. */
export const showsSomething = (text: string): boolean => seen.test(text.replace(traceless, ''))

/**
 * Whether a name shows all that is in it: nothing default-ignorable, but for joiners between letters or pictures that look different
 * with them, and something to see at all.
 */
export const isVisibleName = (text: string): boolean => !hasInvisible(text.replace(neededInvisible, '')) && showsSomething(text)
