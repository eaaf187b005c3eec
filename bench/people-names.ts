/** Names that people have, so that some words are rare in a million and one is not: a fifth of all are called Mohamed. */
export const commonName = 'Mohamed'

export const firstNames = [
  ...['Aisha', 'Omar', 'Fatima', 'Youssef', 'Layla', 'Khaled', 'Mariam', 'Hassan', 'Noura', 'Ibrahim', 'Salma', 'Tariq', 'Huda'],
  ...['Anna', 'Peter', 'Julia', 'Thomas', 'Sophie', 'Martin', 'Laura', 'Daniel', 'Emma', 'Lukas', 'Clara', 'Jonas', 'Marta', 'Pavel'],
  ...['Wei', 'Mei', 'Hiroshi', 'Yuki', 'Priya', 'Arjun', 'Ananya', 'Rahul', 'Chloe', 'Liam', 'Olivia', 'Noah', 'Grace', 'Samuel'],
  ...['محمد', 'فاطمة', 'خالد', 'مريم', 'يوسف', 'ليلى', 'عبدالله', 'نورة', 'سلمان', 'هند'],
]

export const lastNames = [
  ...['Haddad', 'Mansour', 'Saleh', 'Nasser', 'Farouk', 'Aziz', 'Rahman', 'Khalil', 'Hamdan', 'Qasim', 'Barakat', 'Zaidan'],
  ...['Becker', 'Schmidt', 'Fischer', 'Wagner', 'Novak', 'Svoboda', 'Kowalski', 'Rossi', 'Moreau', 'Dubois', 'Garcia', 'Silva'],
  ...['Smith', 'Johnson', 'Okafor', 'Adeyemi', 'Tanaka', 'Suzuki', 'Nguyen', 'Zhang', 'Patel', 'Sharma', 'Lindqvist', 'Hansen'],
  ...['الحربي', 'العتيبي', 'القحطاني', 'الشمري', 'الغامدي', 'الزهراني', 'المصري', 'الخطيب', 'حداد', 'منصور'],
]
