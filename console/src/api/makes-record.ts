/** Whether each call of an operation makes another record; what has to be made once has `callOnce`. */
export const makesRecord = (operation: string): boolean => /^(?:create[A-Z]|(?:cloneRole|addIdentityProvider|uploadFile)$)/.test(operation)
