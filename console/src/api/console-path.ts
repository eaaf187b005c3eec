/** Where the console is. */
export const consolePath = '/console'
