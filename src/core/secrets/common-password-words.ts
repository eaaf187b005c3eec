/**
 * Words that head every published list of leaked passwords, in lower case: words of several languages, names, teams, heroes,
 * places, makers, keyboard walks. `common-passwords.ts` says which endings are taken with them.
 */
export const commonWords: readonly string[] = `
  password passwort passw passwd passcode passphrase passport passme pass mypassword yourpassword thepassword newpassword oldpassword
  nopassword mypass secret topsecret supersecret secrets secretword keepout private classified confidential security secure letmein
  letmeinnow letmein1 openup opensesame access accessdenied accessgranted accessme admin administrator adminadmin admin123 superadmin
  superuser sysadmin sysop root rootroot toor operator manager supervisor master masterkey mastermind user username userpass guest
  guestguest visitor demo demodemo test testtest testing tester testpass testpassword testuser temp temporary temppass default
  defaultpassword changeme changeit changemenow changethis please pleasechange welcome welcomehome welcomeback welcometo hello hellohello
  helloworld hellokitty hello1 hithere goodbye goodmorning goodnight login loginlogin logmein signin qwerty qwertyqwerty qwert qwer qwertz
  azerty asdf asdfasdf asdfgh asdfghjkl asdasd asdasdasd zxcvbn zxcvbnm zxczxc zxcvzxcv qazwsx qazxsw wasd wsad dvorak poiuyt lkjhgf
  mnbvcxz abc abcd abcde abcdef abcabc aabbcc abc123 abcd1234 a1b2c3 aaa aaaa zzzz xxx xxxx xyz iloveyou iloveu iloveme iloveyousomuch
  iloveyoumore iloveyouforever iloveyoubaby iloveyou2 ilovehim iloveher ilovegod ilovejesus ilovemyself ilovemom ilovemymom ilovemydad
  ilovemyfamily ilovemylife ilovemusic ilovemydog ilovemycat ilovesex ilovepizza loveyou loveme lovelove loveforever loveislife lovehurts
  lovelife lovesucks lovebug loveable lovely lovelylove loverboy lovergirl lover lovers love mylove mylovely myloveone trustno1 trustnoone
  trustme iamgod iamtheone iamthebest iamcool imthebest imcool imissyou ihateyou ihatethis ihatework ihateschool fuckyou fuckoff fuckyou2
  fuckthis fuckme fuckit fucker motherfucker bullshit asshole bastard bitch bitches dickhead pussy pussycat whatever whatever1 whatsup
  whatthehell whoami whocares nothing noname nobody something someone anything anyone everything everybody forever foreverlove
  foreveryoung always alwayslove together remember rememberme forgetme forgetit forgotten football footballer footbal baseball basketball
  volleyball softball handball paintball soccer soccerball soccer10 hockey icehockey lacrosse badminton swimming swimmer running runner
  skating skateboard skater snowboard snowboarder snowball surfing surfer wrestling wrestler boxing karate kickboxing taekwondo gymnast
  gymnastics cheerleader cheerleading cheer cricket tennis tabletennis golfing golfer golf bowling cycling bicycle racing racecar nascar
  formula1 formula motocross motorcycle motorbike motorola mustang mustangs camaro corvette ferrari porsche mercedes mercedesbenz
  lamborghini maserati chevrolet chevelle chevy cadillac challenger charger dodge toyota corolla honda hondacivic civic nissan skyline
  subaru impreza mitsubishi lancer volkswagen volvo audi bentley bugatti jaguar hummer ducati yamaha kawasaki suzuki harley harleydavidson
  harleyd kenworth peterbilt trucker truckdriver truck trucks tractor liverpool liverpoolfc arsenal arsenalfc chelsea chelseafc manchester
  manunited manutd mancity everton tottenham hotspur newcastle celtic rangers barcelona barca realmadrid juventus intermilan acmilan
  bayern benfica sporting ajax feyenoord galatasaray fenerbahce besiktas zamalek alahly alhilal alnassr alittihad steelers cowboys packers
  patriots yankees lakers celtics redsox redskins raiders broncos dolphins eagles giants bulldogs wildcats panthers tigers falcons
  cardinals bluejays whitesox cubs dodgers braves seahawks vikings saints chargers ravens bengals buckeyes gators longhorns warriors bulls
  spurs rockets knicks flyers penguins bruins canucks maple mapleleafs canadiens michaeljordan jordan jordan23 kobebryant lebron
  lebronjames ronaldo cristiano ronaldinho messi leomessi neymar beckham zidane maradona rooney gerrard ronaldo7 monkey monkeys monkeyman
  monkeyboy dragon dragons dragonfly dragonball dragonballz dragonfire dragonslayer goku vegeta naruto sasuke itachi uchiha pikachu
  pokemon pokemongo charizard digimon yugioh onepiece bleach deathnote evangelion sailormoon totoro superman supermen supergirl superstar
  supersonic supernova superfly supermario supernatural super spiderman spiderpig ironman batman batgirl robin catwoman wolverine deadpool
  avengers avenger captain captainamerica hulk thor wonderwoman greenlantern greenarrow theflash xmen magneto punisher joker darkknight
  starwars starwars1 startrek stargate starlight starbucks starcraft stargazer stardust starfish starship superstars skywalker
  lukeskywalker darthvader vader yoda hansolo chewbacca chewie bobafett stormtrooper jedi jediknight jedimaster maytheforce matrix neo
  trinity morpheus gandalf legolas aragorn frodo bilbo gollum hobbit lordoftherings middleearth rivendell harrypotter potter hermione
  hogwarts gryffindor slytherin voldemort dumbledore snape quidditch twilight edwardcullen vampire vampires werewolf zombie zombies
  terminator predator alien aliens godfather scarface titanic jurassic jurassicpark indiana indianajones jamesbond bond007 james007
  goldeneye rocky rambo gladiator braveheart spartan spartans spartacus highlander excalibur merlin camelot lancelot galahad wizard
  wizards warlock sorcerer magician magic magical mystic phoenix griffin pegasus unicorn unicorns mermaid fairy tinkerbell peterpan
  cinderella snowwhite sleepingbeauty disney disneyland mickey mickeymouse minnie minniemouse donald donaldduck goofy pluto simba nemo
  findingnemo shrek garfield snoopy charliebrown scooby scoobydoo simpsons homer bart bartsimpson southpark cartman familyguy spongebob
  patrickstar sesame elmo barney barbie hellokitty1 tweety tweetybird sylvester bugsbunny looney pinkpanther tomandjerry tomjerry popeye
  casper minecraft fortnite roblox callofduty warcraft worldofwarcraft diablo counterstrike halflife battlefield assassin assassins creed
  godofwar finalfantasy sephiroth cloud kingdomhearts legendofzelda zelda link nintendo gamecube playstation playstation2 playstation3
  xbox xbox360 xboxlive gameboy gamer gamers gaming gameover gamemaster player player1 playboy playgirl playtime sega sonic mario
  mariobros luigi yoshi tetris pacman donkeykong streetfighter mortalkombat scorpion subzero tekken residentevil tombraider laracroft
  metalgear doom quake unreal hitman runescape leagueoflegends dota dota2 overwatch valorant sunshine sunshines sunflower sunflowers
  sunrise sunset sunset1 sunlight sunny sunday sunsets monday tuesday wednesday thursday friday friday13 saturday weekend january february
  march april may june july august september october november december spring summer summertime summer1 autumn fall winter wintertime
  holiday holidays vacation christmas halloween valentine easter birthday happybirthday happy happyday happyface happiness happy1
  happyfeet happygolucky princess princesa princess1 prince princes queen queenbee king kings kingdom kingkong kinglion lionking knight
  knights knightrider castle angel angels angelica angelina angelito angeleyes angelface angel1 myangel babyangel darkangel fallenangel
  heaven heavenly hell hellfire hellboy hellyeah devil devils devilmaycry demon demons diablo1 satan lucifer evil ghost ghosts ghostrider
  phantom spirit soul soulmate shadow shadows shadowman darkness dark darkside darkstar darklord midnight moonlight moonbeam moon moonstar
  fullmoon eclipse galaxy universe cosmos cosmic planet jupiter saturn neptune mercury venus mars uranus apollo apollo11 apollo13 zeus
  athena hercules achilles odysseus poseidon hades artemis aphrodite medusa titan titans atlas orion nova comet asteroid meteor rocket
  rocketman spaceman astronaut discovery challenger1 enterprise voyager explorer pioneer freedom liberty justice victory victoria glory
  honor courage strength power powerful powers powerranger thunder thunderbird thunderbolt lightning storm stormy tornado hurricane
  blizzard avalanche volcano earthquake tsunami fire fireball firefly firefox fireman firefighter firebird firestorm flames inferno
  phoenix1 ice iceman icecream icecube snow snowman snowflake snowwhite1 snowy water waterfall watermelon ocean oceans river rivers lake
  mountain mountains island islands beach beaches beachbum desert forest rainbow rainbows rainbow6 rain rainy raindrop butterfly
  butterflies butterfly1 ladybug dragonfly1 spider spiders scorpio scorpions cobra python viper anaconda rattlesnake snake snakes
  crocodile alligator turtle turtles tortoise lizard gecko frog froggy frogger elephant elephants giraffe hippo rhino zebra lion lions
  lioness tiger tigers1 tigger panther leopard cheetah cougar jaguars lynx wildcat bobcat kitty kittycat kitten kittens cat cats catdog
  catwoman1 meow dog dogs doggie doggy dogbert doglover bulldog pitbull rottweiler rottie labrador retriever goldenretriever shepherd
  husky poodle chihuahua dachshund beagle puppy puppies puppydog puppylove doberman greyhound wolf wolfman wolfpack wolves fox foxes foxy
  bear bears teddybear grizzly polarbear panda pandas koala kangaroo rabbit rabbits bunny bunnies hamster mouse rat rats squirrel beaver
  buffalo bison horse horses horsey pony ponies stallion cowboy cowgirl cow cows chicken chickens rooster turkey duck ducks ducky goose
  swan eagle eagle1 hawk hawks hawkeye falcon owl owls raven crow parrot penguin1 dolphin dolphin1 whale whales shark sharks sharky fish
  fishing fisher fishhead goldfish lobster octopus jellyfish flower flowers flowerpower rose roses rosebud daisy daisies tulip lily orchid
  jasmine lavender violet blossom cherry cherries cherryblossom strawberry blueberry raspberry blackberry banana bananas orange oranges
  apple apples pineapple mango papaya peach peaches peaches1 pumpkin tomato potato carrot pepper peppers pickle pickles mushroom onion
  garlic cookie cookies cookiemonster cupcake cupcakes chocolate chocolates brownie brownies candy candyman candycane sugar honey honeybee
  honeybun honeybear sweet sweetie sweetheart sweetpea sweetness sweety caramel vanilla cinnamon ginger nutella oreo snickers skittles
  twix milkyway butter buttercup butterball cheese cheeseburger cheesecake cheese1 hamburger burger pizza pizzahut spaghetti macaroni
  noodle noodles sandwich bacon sausage chickenwing pancake pancakes waffle muffin coffee espresso cappuccino mocha tea teatime cocacola
  coke pepsi pepsicola mountaindew drpepper sprite beer beerbeer budlight budweiser heineken guinness corona whiskey whisky vodka tequila
  smirnoff jackdaniels jameson champagne wine drunk smoke smoker smokey smoking marlboro weed weed420 cannabis marijuana blaze blazer
  high420 michael michael1 michelle michele mike mikey matthew mathew matt mark marcus martin martinez mary maria mariana marie marina
  mario1 melissa megan mercedes1 monica morgan natalie natasha nathan nathaniel nicholas nicole nikita nikki oliver olivia oscar pamela
  patricia patrick paul paula peter philip phillip rachel raymond rebecca richard rick ricky robert roberto roger roland ronald ronaldo1
  rosemary russell ryan sabrina samantha samuel sandra sandy sara sarah scott sean sebastian sergio shannon sharon shawn sheila simon
  sophia sophie stephanie stephen steve steven stewart susan suzanne sylvia taylor teresa theresa thomas tiffany timothy tony tracy travis
  trevor tyler valentina valerie vanessa veronica vincent virginia vivian walter wendy william williams willow winston xavier yvonne
  zachary aaron abigail adam adrian adriana alan albert alberto alejandra alejandro alex alexander alexandra alexandre alexandria alexis
  alfred alice alicia alison allison alyssa amanda amber amelia amy andrea andreas andrew andrew1 angela anita anna annabelle anne annie
  anthony antonio april1 arthur ashley ashleigh ashton austin barbara beatrice benjamin bernard bernardo beth bethany beverly bianca billy
  bobby bradley brandon brandy brenda brian brianna bridget brittany brooke brooklyn bruce bryan caitlin caleb cameron camila carlos
  carmen carol carolina caroline carolyn cassandra cassie catherine cecilia celeste charles charlie charlotte chelsea1 cheryl chester
  chris christian christina christine christopher cindy claire clara claudia clayton clifford colleen connor courtney craig crystal
  cynthia dakota dallas daniel daniela danielle danny darren david david1 deborah debbie denise dennis derek desiree diamond diamonds
  diana diane diego dominic dominique donna dorothy douglas dustin dylan edgar eduardo edward edwards eileen elaine eleanor elena
  elizabeth ellen emily emma eric erica erik erika erin ernesto esteban esther ethan eugene evelyn felicia fernanda fernando florence
  frances francesca francesco francis francisco frank frankie franklin frederick gabriel gabriela gabriella gabrielle garrett genesis
  george georgia gerald gerard giovanni gloria gordon grace gracie graham gregory guadalupe guillermo gustavo hannah harold harrison harry
  heather hector heidi helen helena henry herbert howard hunter isaac isabel isabella isabelle ivan jackie jackson jacob jacqueline jaime
  jake james james1 jamie janet janice jared jason jason1 javier jeffrey jenna jennifer jennifer1 jenny jeremiah jeremy jerome jerry jesse
  jessica jessica1 jessie jesus jesuschrist jesusislord jesuslovesme jesus1 jimmy joanna joel john johnny johnson johndoe jonathan jordan1
  jorge jose joseph josephine joshua joshua1 juan juanita julia julian juliana julie juliet justin justin1 justinbieber karen karina
  katherine kathleen kathryn kathy katie katrina kayla keith kelly kenneth kevin kimberly kristen kristin kristina kyle larry laura lauren
  lawrence leonard leonardo leslie lillian linda lindsay lindsey lisa logan lorena lorenzo louise lucas lucia lucky luis luke madeline
  madison madonna malcolm manuel marcela marcelo margaret margarita maria1 marilyn marilynmonroe marissa marlon marshall martha maxwell
  maximus miguel mitchell mohammed mohamed muhammad mohammad ahmed ahmad abdullah abdulrahman abdelrahman mahmoud mustafa hassan hussein
  khaled khalid omar youssef yousef ibrahim ismail fatima aisha ayesha mariam maryam zainab yasmin layla leila noura habibi habibti
  inshallah bismillah alhamdulillah mashallah subhanallah allahuakbar allahakbar allah islam ramadan mecca makkah madinah palestine egypt
  cairo alexandria1 saudi saudiarabia riyadh jeddah dubai abudhabi kuwait qatar bahrain jordan2 lebanon beirut morocco tunisia algeria
  turkey1 istanbul america american usa unitedstates england london london1 britain ireland irish scotland wales australia sydney
  melbourne canada canadian toronto montreal vancouver mexico mexican brasil brazil argentina colombia colombian espana spain madrid paris
  france french germany deutschland berlin hamburg munich italia italy rome roma milano napoli russia moscow poland polska warszawa
  ukraine kiev sweden stockholm norway denmark copenhagen finland holland amsterdam belgium brussels switzerland austria vienna greece
  athens portugal lisbon china chinese shanghai beijing hongkong japan japanese tokyo korea seoul india indian mumbai delhi bangalore
  pakistan karachi lahore philippines manila thailand bangkok vietnam singapore indonesia jakarta malaysia africa southafrica nigeria
  kenya newyork newyork1 newyorkcity nyc brooklyn1 losangeles california cali sanfrancisco sandiego hollywood lasvegas vegas chicago
  boston texas houston dallas1 austin1 florida miami orlando atlanta seattle denver colorado phoenix2 arizona detroit michigan ohio
  cleveland philadelphia pittsburgh washington oregon portland nevada hawaii aloha alaska virginia1 carolina1 tennessee nashville kentucky
  alabama louisiana neworleans mississippi missouri minnesota wisconsin oklahoma nebraska montana wyoming metallica metallica1 slipknot
  nirvana acdc ironmaiden megadeth slayer pantera korn linkinpark greenday blink182 blink offspring rammstein sepultura radiohead
  pinkfloyd ledzeppelin rollingstones beatles thebeatles queenband aerosmith bonjovi gunsnroses guns depeche depechemode coldplay eminem
  slimshady shady tupac 2pac biggie snoopdogg snoopdog 50cent fiftycent jayz beyonce rihanna shakira britney britneyspears madonna1
  michaeljackson elvis elvispresley bobmarley marley rasta reggae hiphop rapper rockstar rocknroll rockandroll rock rocker rockon rockyou
  heavymetal metal metalhead punk punkrock punker emo gothic goth guitar guitars guitarist guitarhero fender stratocaster gibson lespaul
  bass bassman bassplayer drummer drums drumline trumpet trombone saxophone clarinet violin piano pianist music musica musical musician
  musiclover musiclove dance dancer dancing dancing1 singer singing ballet ballerina computer computers computer1 compaq dell hewlett
  packard hewlettpackard lenovo thinkpad toshiba samsung samsung1 nokia iphone ipod android blackberry1 apple1 macintosh macbook microsoft
  windows windows7 windows10 windowsxp linux ubuntu debian redhat fedora unix oracle postgres postgresql mysql mariadb mongodb sqlserver
  redis docker kubernetes jenkins gitlab github nagios zabbix tomcat apache nginx wordpress joomla drupal cisco router switch network
  netgear linksys wireless wifi internet explorer1 netscape google google1 googlecom yahoo hotmail gmail facebook facebook1 myspace
  myspace1 twitter instagram youtube linkedin snapchat whatsapp skype amazon ebay paypal netflix spotify adobe adobe123 photoshop dropbox
  database server servers service services support helpdesk backup system systems software hardware developer developers programmer
  programming javascript python1 coder hacker hackers hacked hackme hack h4ck3r cyber cyberpunk digital electronic electronics technology
  technical engineer engineering tenantry tenant tenants company business office marketing accounting finance financial sales salesman
  money moneymoney moneyman moneymaker money1 cash cashmoney dollar dollars millionaire billionaire million rich richie bank banker
  banking credit creditcard gold golden goldie goldstar silver silverado silverfox platinum bronze diamond1 ruby emerald sapphire crystal1
  pearl jade amber1 black blackbird blackjack blackcat blackdog blackhawk blackhole blackmagic blackman blackout blackpanther blackrose
  blackstar white whitey whiteboy whitetiger blue blueberry1 bluebird bluedog blueeyes bluemoon bluesky blues blue1 red redrose reddog
  redhead redneck redwings redbull red123 green greenday1 greenbay greeneyes green1 yellow orange1 purple purple1 purplerain pink
  pinkfloyd1 pinky pinkrose brown brownie1 grey gray silver1 baby babygirl babyboy babygurl babydoll babyface babylove babyblue babycakes
  babyphat baby1 boy boys boyfriend girl girls girlfriend girly girlpower mygirl mybaby myboy mylife myself myspace2 mother mommy mother1
  motherlode mama mamapapa father daddy daddysgirl daddy1 dad momdad momanddad brother brothers sister sisters sister1 family familyfirst
  grandma grandpa grandmother friend friends friendship friends4ever bestfriend bestfriends bestfriend1 buddy buddies pal children child
  kids wife husband mrs mister mrsmith sexy sexygirl sexyboy sexybitch sexylady sexymama sexything sexyback sexy1 hottie hotgirl hotboy
  hotstuff hotdog hotrod hotmama hot beautiful beauty beautyqueen pretty prettygirl prettywoman cutie cutiepie cute cutegirl gorgeous
  handsome charming precious special unique perfect awesome amazing fantastic wonderful excellent fabulous incredible cool coolman
  coolgirl coolness coolcat coolio coolguy cool1 best thebest bestever number1 numberone winner winners champion champions champ first
  second legend legends legendary hero heroes superhero warrior fighter fighting killer killers killerbee killer1 killbill kill assassin1
  sniper snipers shooter gunner gunners soldier soldiers army armystrong navy navyseal marine marines marinecorps semperfi airforce
  airborne pilot aviator police policeman swat ranger military general captain1 commander sergeant major colonel lieutenant private1
  specialforces blackops pirate pirates ninja ninjas samurai shogun sensei katana viking viking1 barbarian emperor empire president
  senator doctor doctorwho drwho nurse nursing dentist lawyer teacher student students school highschool college university university1
  science scientist physics chemistry biology mathematics math history geography english spanish library librarian education graduate
  graduation homework classroom professor einstein newton darwin galileo davinci picasso vangogh shakespeare hamlet macbeth romeo
  romeoandjuliet juliet1 socrates plato aristotle napoleon caesar cleopatra pharaoh pyramid sphinx blessed blessing blessings godisgood
  godislove godbless godblessme thankgod praisegod faith faithful hope hopeful grace1 mercy believe believer christ christian1 church
  jesussaves heaven1 holyspirit prayer praying psalm23 bible buddha buddhist peace peaceful peacelove peaceout loveandpeace harmony
  dreamer dreamers dreaming dreams dream dreamland imagine imagination fantasy destiny fortune goodluck luckyone luckyday lucky7 lucky13
  luckystar luckydog jackpot casino poker pokerface gambler blackjack1 vegas1 dice ace aces joker1 clown circus carnival magicman mystery
  mysterious enigma riddle puzzle paradise eden utopia atlantis avalon shangrila nirvana1 karma zen infinity eternal eternity immortal
  forever1 yesterday today tomorrow tomorrows memories moments timeless timeout time sometime nevermind never neveragain neversaynever
  nevergiveup dontforget donttouch donotenter keepsafe stayaway goaway getout getlost getmoney letsgo comeon lookatme showme tellme kissme
  kisses kiss kissmyass hugs hugsandkisses cuddles snuggles smile smiles smiley smileyface laughing laughter lol lollol lollipop lolipop
  funny funnyman fun funtime crazy crazygirl crazyboy crazyman crazy1 insane psycho lunatic maniac silly stupid idiot dumbass loser losers
  geek nerd dork freak freaky weirdo monster monsters monster1 beast beastmode savage gangster gangsta thug thuglife thugs pimp pimpin
  pimping hustler hustle playa player2 baller ballin swag swagger yolo bigboy bigdaddy bigdog bigdick bigmac bigman bigben bigtits bigred
  bigone littleone littleman littlegirl tiny fatboy fatcat fatass slim skinny muscle muscles fitness workout training trainer bodybuilder
  yoga pilates diet healthy medicine hospital hunting hunter1 deerhunter archery camping hiking climbing climber boating sailing sailor
  sailboat diving diver scuba scubadiver traveler traveller travel adventure journey airplane aircraft airbus boeing boeing747 helicopter
  submarine battleship titanic1 spaceship traintrain railroad railway station subway highway broadway elevator building architect
  construction carpenter plumber electrician mechanic contraseña contrasena contrasenia teamo teamomucho tequiero tequieromucho amor
  amormio miamor amorcito amoreterno corazon princesa1 bonita hermosa hermosa1 estrella estrellita mariposa chocolate1 futbol senha
  senha123 brasil1 flamengo corinthians palmeiras saopaulo santos gremio benfica1 motdepasse bonjour soleil chouchou doudou loulou jetaime
  amour marseille azertyuiop nicolas camille hallo hallo123 hallohallo schatz schatzi passwort1 geheim sommer winter1 ficken fussball
  dortmund schalke sonnenschein wachtwoord welkom welkom01 haslo kochanie misiek polska1 zaq12wsx zaq1zaq1 parola password123456 heslo
  salasana losenord lozinka jelszo sifre sifre123 parol privet lyubov natasha1 samsung2 ytrewq qweasd qweasdzxc qwe123 qwe123qwe qweqwe
  qweqweqwe asdqwe asdqwe123 asd123 zxc123 q1w2e3r4 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t qwerty12 qwert12345 1qazxsw2 zaqwsx zaqxsw
  !qaz2wsx qazqaz 1234qwer 123qwe 123qweasd 123qwe123 12qwaszx 12345qwert 123abc 1234abcd 123456a 123456q 1234567a 12345678a 123456789a
  123456789q a123456 a12345678 a123456789 q123456 q123456789 z123456 aa123456 aa12345678 aa123123 qq123456 asd123456 abc123456 woaini
  woaini1314 woaini520 5201314 1314520 7758521 147258369 147258 159753 159357 1597530 789456123 789456 456789 741852963 741852 963852741
  852456 258456 987654321 87654321 9876543210 98765432 11223344 1122334455 112233 123321 12344321 123454321 1234554321 12345654321 123123
  123123123 1231234 12341234 123412345 12345612 123456123 12312312 11112222 11110000 12121212 10101010 10203040 102030 13131313 13579
  135792468 2468 24681012 246810 31415926 314159 3141592654 19871987 19881988 19891989 19901990 19911991 19921992 20002000 20012001
  20102010 20202020 00000000 01010101 01020304 0123456789 01234567 09876543 0987654321 007007 007bond 1million
`
  .trim()
  .split(/\s+/)
